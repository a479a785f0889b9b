# One word for each task. `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help demo test bench format lint docs packages test-packages

SWIFT ?= swift

help: ## List the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

demo: packages ## Import 3,376 airports into a Tarn file, query it, and follow a list while another process writes
	$(SWIFT) build -c release --product demo
	$(SWIFT) build -c release --product tarn
	@rm -rf out/demo && mkdir -p out/demo
	$(SWIFT) run -c release --skip-build demo --keep --file out/demo/airports.tarn
	$(SWIFT) run -c release --skip-build tarn query out/demo/airports.tarn \
		"Airport WHERE ANY @links.State.airports.code == 'HI' AND name CONTAINS[cd] 'kona' OR latitude > 71 SORT(name ASC)"

test: test-packages ## Run all tests
	$(SWIFT) test

BENCH_SIZES ?= 1000,10000,100000,1000000

bench: packages ## Compare Tarn with SQLite and raw LMDB; tables, out/bench.json and charts (takes minutes)
	.ci/packages libsqlite3-dev
	$(SWIFT) run -c release --package-path Benchmarks benchmarks --sizes $(BENCH_SIZES) \
		--json out/bench.json --svg out/bench.svg --live-svg docs/benchmarks/live.svg \
		--relations-svg docs/benchmarks/relations.svg

format: ## Format all Swift files in place
	$(SWIFT) format --in-place --recursive --parallel .

lint: ## Check the format and the documentation of public declarations
	$(SWIFT) format lint --strict --recursive --parallel .

docs: packages ## Build the documentation into out/docs
	.ci/docs out/docs

packages:
	@.ci/packages liblmdb-dev pkg-config

test-packages: packages
	@.ci/packages lmdb-utils libsqlite3-dev
