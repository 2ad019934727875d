#!/bin/sh
# Runs all evidence in order and stops at the first that fails; `make evidence` calls this. Builds nothing but the test
# suite that siblings.py runs.
#
#   ASSAY    the program under test (default: target/release/assay)
#   PYTHON   the Python 3.11 or later that runs the scripts (default: python3)
#   REPOSITORY  a clone with its full history for mining.py (default: it is left out)
#   REPOSITORIES  clones with their full history for maintenance.py, as OWNER/NAME=FOLDER[:MOST] … (default: it is left out)
#   EMBEDDED  a program built with --features embedded, for embedded.py and generate_live.py (default: they are left out)
#   ROUNDS   rounds of the measurements of packages and throughput (default: 3)
#
# Exit codes are the scripts': 0 all holds, 1 something does not, 2 wrong usage, 3 something needed is absent.
set -eu
cd "$(dirname "$0")/.."
PYTHON=${PYTHON:-python3}
ASSAY=${ASSAY:-target/release/assay}
export ASSAY

if ! "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "evidence: $PYTHON is not Python 3.11 or later; name one with PYTHON=…" >&2
    exit 3
fi
if [ ! -x "$ASSAY" ]; then
    echo "evidence: no $ASSAY; run \`cargo build --release\`, or name the program with ASSAY=…" >&2
    exit 3
fi

run() {
    echo "== evidence/$*" >&2
    "$PYTHON" "evidence/$@"
}

run starter.py
run own_benchmark.py
run inputs.py
run formats.py
run plain_oracle.py --as-main
run sensitivity.py
run extraction.py
run static_rows.py
run performance_power.py
run self_check.py
run pylint_agreement.py
run pylint_agreement.py --pylint 3
if "$PYTHON" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))'; then
    run radon_agreement.py
    run ast_agreement.py
else
    echo "== evidence/radon_agreement.py and ast_agreement.py are left out: $PYTHON is not Python 3.11, on which their answers hang" >&2
fi
run complexity.py
run parquet.py
run bounds.py
run difflib_agreement.py
if command -v javac >/dev/null && [ -e "${PMD_HOME:-target/evidence/pmd}" ]; then
    run cpd_agreement.py
    run static_speed.py
    run static_engine.py
else
    echo "== evidence/cpd_agreement.py, static_speed.py and static_engine.py are left out: there is no Java or no PMD (its --help says how to get them)" >&2
fi
if command -v git >/dev/null; then
    run patches.py
else
    echo "== evidence/patches.py is left out: there is no git" >&2
fi
if [ -n "${REPOSITORY:-}" ]; then
    run mining.py "$REPOSITORY"
else
    echo "== evidence/mining.py is left out: name a clone of more-itertools with REPOSITORY=…" >&2
fi
if [ -n "${REPOSITORIES:-}" ]; then
    # shellcheck disable=SC2086 # a list of OWNER/NAME=FOLDER
    run maintenance.py $REPOSITORIES
    run grading.py
else
    echo "== evidence/maintenance.py is left out: name clones as OWNER/NAME=FOLDER … with REPOSITORIES=…" >&2
fi
run redressed.py
run mutants.py
run leaves_nothing.py
run durability.py
run generate_kills.py
if [ -x "${MODEL_SERVER:-target/release/assay-model-server}" ]; then
    run generate_throughput.py
else
    echo "== evidence/generate_throughput.py is left out: there is no assay-model-server (cargo build --release -p assay-model-server)" >&2
fi
run busy_machine.py
if [ "$(id -u)" = 0 ]; then
    run ordinary_user.py
else
    echo "== evidence/ordinary_user.py is left out: it compares with root, and this is not root" >&2
fi
if command -v cargo >/dev/null; then
    run siblings.py
else
    echo "== evidence/siblings.py is left out: there is no cargo, which runs the suite that it reads" >&2
fi
if command -v chromium >/dev/null; then
    run large_report.py
    if command -v chromedriver >/dev/null; then
        run page.py
    else
        echo "== evidence/page.py is left out: there is no chromedriver (Debian: chromium-driver)" >&2
    fi
else
    echo "== evidence/large_report.py is left out: there is no Chromium to open the page (Debian: chromium)" >&2
fi
run providers.py
if [ -n "${EMBEDDED:-}" ]; then
    run embedded.py
    ASSAY=$EMBEDDED run generate_live.py
else
    echo "== evidence/embedded.py and generate_live.py are left out: name a program with embedded models with EMBEDDED=…" >&2
fi
run packages.py --rounds "${ROUNDS:-3}"
run throughput.py --rounds "${ROUNDS:-3}"
run soak.py
run performance.py
run planted.py
if command -v perf >/dev/null; then
    run profile.py
else
    echo "== evidence/profile.py is left out: there is no perf (Debian: linux-perf)" >&2
fi
