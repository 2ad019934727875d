#!/bin/sh
# Installs what building and testing assay needs and this machine lacks, or says what to install where it may not.
# usage: tools/setup.sh [oracles]    with "oracles": also the Python packages that tests compare against
set -eu
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }

missing=
have() { command -v "$1" >/dev/null 2>&1; }
have cc || missing="$missing gcc libc6-dev"
have ldd || missing="$missing libc-bin"
have git || missing="$missing git"
have python3 || missing="$missing python3"
python3 -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv"
python3 -m pip --version >/dev/null 2>&1 || missing="$missing python3-pip"
if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ] && have apt-get; then
        say "installing$missing"
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq
        # shellcheck disable=SC2086 # a list of package names
        apt-get install -y -qq --no-install-recommends $missing >/dev/null
    else
        say "please install, and run this again:$missing"
        exit 1
    fi
fi
have cargo || { say "please install Rust (rust-toolchain: see rust-version in Cargo.toml), and run this again"; exit 1; }
for component in fmt clippy; do
    cargo "$component" --version >/dev/null 2>&1 && continue
    name=$(echo "$component" | sed 's/^fmt$/rustfmt/')
    rustup component add "$name" >/dev/null 2>&1 || { say "please install Rust's $name, and run this again"; exit 1; }
done
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { say "Python 3.11 or later is needed"; exit 1; }

if [ "${1:-}" = oracles ]; then
    lock=crates/assay-stats/tests/requirements.txt
    if ! cmp -s "$lock" target/oracles/requirements.txt; then
        say "Python packages that the statistics are compared against ($lock)"
        mkdir -p target
        rm -rf target/oracles
        python3 -m venv target/oracles
        target/oracles/bin/python -m pip install --quiet --disable-pip-version-check --requirement "$lock"
        cp "$lock" target/oracles/requirements.txt
    fi
fi
