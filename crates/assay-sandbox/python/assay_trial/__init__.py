"""The Python side of a trial: the zygote, the worker that runs a sample, and the judge that runs its tests.

Nothing here is imported by a sample's own code. The worker never sees a test or an expected value;
the judge never runs a line of the sample. See docs/security.md.
"""
