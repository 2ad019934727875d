#!/bin/sh
# Asks the demo's two small models for their recorded answers (demo/recorded/), and writes them without the benchmark's text, packed.
# usage: tools/record.sh [STORE]    an hour or two on two processors; what the store has already is not asked again
set -eu

cd "$(dirname "$0")/.."
store=${1:-target/demo/recording}
assay=target/release/assay
$assay --version > /dev/null 2>&1 || { echo "record: build it first: cargo build --release --locked --package assay --features embedded" >&2; exit 1; }

tools/models.sh target/demo/models
$assay --store "$store" benchmark fetch humaneval
for model in smollm2 gemma3; do
    answers=target/demo/$model.jsonl
    $assay --store "$store" generate --protocol demo/recorded/$model.toml --without-prompts --out "$answers"
    gzip -9 -n -c "$answers" > demo/recorded/$model.jsonl.gz
done
