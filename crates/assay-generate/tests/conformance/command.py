"""Plays a scene in the line format of commands. Arguments: the scene, a file to make once it was asked."""

import json
import pathlib
import sys
import time

scene, mark = sys.argv[1], pathlib.Path(sys.argv[2])
TEXT = "```python\ndef f():\n    return '\U0001f642\u00e9\\u0000'\n```"


def answer(asked, **said):
    print(json.dumps({"version": 1, "id": asked["id"], **said}), flush=True)


def fault(asked, kind, **said):
    answer(asked, fault={"kind": kind, "message": "played", **said})


def play(asked):
    usage = {"input": 11, "output": 7}
    version = "played-2026-11-30"
    endings = {
        "Empty": ("", "stop"), "Refusal": ("No.", "refusal"), "FilteredAnswer": ("def", "content_filter"),
        "FilteredPrompt": ("", "content_filter"), "TooLong": ("", "context_too_long"),
        "MaxTokens": ("def", "max_tokens"), "HalfCharacter": ("a\ud83db", "stop"),
    }
    faults = {
        "RateLimitedSeconds": "rate_limited", "Quota": "quota", "Ill500": "server", "UnknownModel": "unknown_model",
        "ExpiredKey": "authentication", "BadRequest": "bad_request",
    }
    if scene == "Answer":
        answer(asked, text=TEXT, finish="stop", usage=usage, model_version=version)
    elif scene == "Reasoning":
        answer(asked, text=TEXT, reasoning="Let me think.", usage=usage, model_version=version)
    elif scene in endings:
        text, finish = endings[scene]
        answer(asked, text=text, finish=finish, usage=usage, model_version=version)
    elif scene in faults:
        wait = {"retry_after_seconds": 7} if scene == "RateLimitedSeconds" else {}
        fault(asked, faults[scene], **wait)
    elif scene in ("Hang", "Cancelled"):
        mark.touch()
        time.sleep(3600)
    elif scene == "BrokenJson":
        print("{,}", flush=True)
    elif scene == "CutJson":
        print('{"version": 1, "id"', flush=True)
    elif scene == "Html":
        print("Loading weights: 100%", flush=True)
    elif scene == "Huge":
        print(" " * (17 * 1024 * 1024), flush=True)
    elif scene == "Dies":
        print('{"version": 1, ', end="", flush=True)
        sys.exit("out of memory")
    elif scene == "WrongId":
        answer({"id": "0" * 16}, text=TEXT)


for line in sys.stdin:
    with mark.with_suffix(".asked").open("a") as counted:
        counted.write("x")
    play(json.loads(line))
