# Each target sets up what it needs: .venv is made once, from requirements.lock.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python

.PHONY: setup demo test fuzz structs mutants bench conformance docs lock stubs index clean

setup: $(VENV)/.installed

$(VENV)/.installed: requirements.lock pyproject.toml stubs/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
	$(RUN) -m pip install --quiet --disable-pip-version-check --no-deps --editable ./stubs --editable .
	touch $@

demo: setup ## check the examples and their broken twins, then run the good ones
	$(RUN) examples/demo.py

# What TensorFlow is driven to by the oracle stays in processes of their own; tests/runtime wants two devices, which can
# only be asked for before TensorFlow has begun.
test: setup ## the whole test suite
	$(RUN) -m pytest --ignore tests/oracle --ignore tests/runtime
	$(RUN) -m pytest tests/runtime
	$(RUN) -m pytest tests/oracle

fuzz: setup ## odd trees of files and all fixes of installed packages; TFTYPES_FUZZ says how many trees
	TFTYPES_FUZZ=$${TFTYPES_FUZZ:-2000} $(RUN) -m pytest -o faulthandler_timeout=0 tests/cli/test_trees.py tests/lint/test_fixes_keep.py

structs: setup ## schemas, Arrow arrays and ops on structs, drawn in numbers; TFTYPES_STRUCTS says how many times the suite's
	TFTYPES_STRUCTS=$${TFTYPES_STRUCTS:-25} TFTYPES_DRAWN=2000 $(RUN) -m pytest -o faulthandler_timeout=0 tests/struct

mutants: setup ## rules and lints with one thing changed: what no test notices is printed
	$(RUN) -m tests.mutants

bench: setup ## ratios, measured side by side in one run
	$(RUN) -m benchmarks

conformance: setup ## the rules and Keras' classes beside TensorFlow, in numbers, also written to docs/conformance.md and docs/keras.md
	$(RUN) -m tests.oracle.conformance --write
	$(RUN) -m tests.oracle.keras_known --write

docs: setup ## every snippet of README and docs, executed
	$(RUN) -m pytest tests/docs

lock: setup ## new pins for what pyproject.toml asks for
	$(RUN) -m pip install --quiet uv
	printf '%s\n' '-e .[all]' '-e ./stubs' | $(VENV)/bin/uv pip compile - --group test --group dev \
		--quiet --universal --python-version 3.10 --no-header --no-annotate --no-emit-index-url \
		--no-emit-package tftypes --no-emit-package tftypes-tensorflow-stubs \
		--upgrade --output-file requirements.lock

stubs: setup ## writes the stubs of TensorFlow and Keras, their index and the table of dtypes anew from the installed TensorFlow
	cd stubs && ../$(RUN) -m generator && ../$(RUN) -m generator.accepted

index: setup ## writes the index of what the stubs and tftypes declare; after each change of either
	cd stubs && ../$(RUN) -m generator.declarations

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .hypothesis
