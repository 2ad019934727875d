# make demo and make test set up what is missing, then do what they say. `make help` lists the rest.
.PHONY: help demo demo-live test fast lint deny evidence setup oracles

STORE ?= target/demo/store
ASSAY := target/release/assay

help:
	@echo 'make demo      set up, build, fetch HumanEval and check its references, compare the starter sample sets and two real models'
	@echo 'make demo-live two small models answer three tasks live, in assay itself (cmake, g++, libclang-dev; 350 MB of weights)'
	@echo 'make test      set up, then format, lints, documentation and all tests (the CI tier)'
	@echo 'make fast      the quick tests alone'
	@echo 'make deny      licences, sources and versions of all dependencies'
	@echo 'make evidence  what the issues ask to be shown, on real data; figures go to docs/evidence/'

demo: setup
	cargo build --release --locked --package assay
	$(ASSAY) --store $(STORE) benchmark fetch humaneval
	$(ASSAY) --store $(STORE) benchmark lint humaneval
	$(ASSAY) --store $(STORE) compare benchmarks/starter/samples/baseline.jsonl \
		benchmarks/starter/samples/candidate.jsonl --benchmark starter --out target/demo/report
	$(ASSAY) --store $(STORE) compare demo/recorded/smollm2.jsonl.gz demo/recorded/gemma3.jsonl.gz \
		--benchmark humaneval --out target/demo/recorded

demo-live: setup
	tools/models.sh target/demo/models
	cargo build --release --locked --package assay --features embedded
	$(ASSAY) --store $(STORE) benchmark fetch humaneval
	$(ASSAY) --store $(STORE) generate --protocol demo/live.toml --limit 3 --out target/demo/smollm2.jsonl
	$(ASSAY) --store $(STORE) generate --protocol demo/live-base.toml --limit 3 --out target/demo/gemma3.jsonl
	$(ASSAY) --store $(STORE) compare target/demo/smollm2.jsonl target/demo/gemma3.jsonl \
		--benchmark humaneval --out target/demo/live

test: oracles lint
	cargo test --workspace --locked
	ASSAY_ORACLE_PYTHON=$(CURDIR)/target/oracles/bin/python cargo test --package assay-stats --locked -- --ignored

fast:
	cargo test --workspace --locked

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- --deny warnings
	RUSTDOCFLAGS='--deny warnings' cargo doc --workspace --no-deps --locked --document-private-items --quiet
	python3 benchmarks/starter/samples/build.py --check

deny:
	@command -v cargo-deny >/dev/null || cargo install cargo-deny --version 0.20.2 --locked
	cargo deny --locked check licenses bans sources

evidence: setup
	cargo build --release --locked --workspace --bins --examples
	cargo test --release --package assay-python --lib --locked -- --ignored
	sh evidence/run_all.sh

setup:
	@sh tools/setup.sh

oracles:
	@sh tools/setup.sh oracles
