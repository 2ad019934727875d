"""Runs a repository's tests inside the sandbox and tells the supervisor, outside, how each of them ended."""
