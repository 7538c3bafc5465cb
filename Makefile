# `make` alone lists the targets. `make demo` and `make test` install what is missing; `make build` only says what is.
SWIFT ?= swift
PREFIX ?= /usr/local
BINARY := .build/release/mailledger
# Scripts/ld is the linker: see there. The program looks for no library beside itself.
RELEASE := build -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -Xclang-linker -Xswiftc --ld-path=$(CURDIR)/Scripts/ld
# If all tests began at once, as they do by default, one that suspends would go on only behind thousands of others, and each of its
# time limits would be over. Many tests wait for a process or a lock, so more of them than cores may run.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= $(shell echo $$((3 * $$(nproc))))
# Debug builds optimise the modules in which tests spend their time: Docs/Decisions/0059.
export MAILLEDGER_OPTIMIZED ?= 1
SOURCES := Package.swift Plugins Sources Projections Tests Examples $(wildcard Benchmarks)

.DEFAULT_GOAL := help
.PHONY: help deps deps-install build test check example unused cycles members faults fuzz sanitize coverage lint rules page english rows demo demo-fleet bench bench-page bench-server bench-imap bench-fleet bench-lists bench-growth bench-large soak freeze museum format pages screens release release-here reproduce install uninstall clean
# The targets share .build, and swift uses every core by itself.
.NOTPARALLEL:

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Check the libraries and tools; name the apt line for what is missing
	@Scripts/dependencies.sh check

deps-install: ## Install the libraries and tools that are missing (apt)
	@Scripts/dependencies.sh install

build: ## Build the release binary, .build/release/mailledger
	@Scripts/dependencies.sh check --build
	$(SWIFT) $(RELEASE) --product mailledger

release: ## Build the committed tree as .build/mailledger, the same bytes on each machine that is alike
	@Scripts/dependencies.sh check --build
	@SWIFT="$(SWIFT)" Scripts/release.sh .build/mailledger
	@SWIFT="$(SWIFT)" Scripts/previous.sh .build/mailledger

# What release.sh asks for at the path where each release is built. Some of the compiler's choices follow addresses of its own
# memory, so these stay the same (setarch); what is left of the machine is in sections that nothing reads while the program runs.
release-here:
	setarch --addr-no-randomize $(SWIFT) $(RELEASE) --product mailledger --scratch-path .build/reproducible \
		-debug-info-format none -Xlinker --build-id=none -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." \
		-Xcc -ffile-prefix-map="$(CURDIR)=."
	objcopy --strip-all --remove-section=.swift_modhash .build/reproducible/release/mailledger .build/mailledger

reproduce: ## Build the release twice, and compare the programs (a quarter of an hour)
	@SWIFT="$(SWIFT)" Scripts/reproduce.sh

test: deps-install ## Run all tests; one of them: swift test --filter MailTests
	$(SWIFT) build --build-tests
	@SWIFT="$(SWIFT)" Scripts/test.sh

SOAK_SECONDS ?= 600

# Kills, faults and crowds, random input, and the sizes of Docs/Limits.md; then the fuzzer and the sanitizers.
soak: deps-install ## Run all that goes on for as long as one likes, SOAK_SECONDS (600) each; hours
	$(SWIFT) build --build-tests
	MAILLEDGER_SOAK_SECONDS=$(SOAK_SECONDS) $(SWIFT) test --skip-build --disable-xctest --no-parallel \
		--filter 'Any (text|address|history|moment|input)|A fault|A kill|A crowd|A failover|A move between|Nodes at once|LostCommit|PostgresContent|at its limits|[Ss]imulated disk|Two writers'
	$(MAKE) fuzz FUZZ_SECONDS=$(SOAK_SECONDS)
	$(MAKE) sanitize

FUZZ_SECONDS ?= 120

fuzz: deps-install ## Drive each reader of what strangers write by coverage for FUZZ_SECONDS (120): libFuzzer (TARGETS)
	@SWIFT="$(SWIFT)" Scripts/fuzz.sh $(FUZZ_SECONDS) $(TARGETS)

sanitize: deps-install ## Run the tests of threads under ThreadSanitizer, those of C libraries under AddressSanitizer
	@SWIFT="$(SWIFT)" Scripts/sanitize.sh

coverage: deps-install ## Run all tests, and tell by module which lines they reach; rewrite the table in Docs/Reliability.md
	@SWIFT="$(SWIFT)" Scripts/coverage.sh --document Docs/Reliability.md

FAULT_SECONDS ?= 1200

faults: deps-install ## Let calls of the system fail for FAULT_SECONDS (1200); rewrite the table in Docs/Reliability.md
	$(SWIFT) build --build-tests
	MAILLEDGER_SOAK_SECONDS=$(FAULT_SECONDS) MAILLEDGER_FAULTS_TABLE="$(CURDIR)/Docs/Reliability.md" \
		$(SWIFT) test --skip-build --disable-xctest --filter 'A fault'

example: deps-install ## Build and test the packages that add a read model and a context of their own: Examples
	$(SWIFT) test --package-path Examples/Senders --scratch-path .build/example --disable-xctest
	$(SWIFT) test --package-path Examples/VoiceNotes --scratch-path .build/example --disable-xctest

check: lint rules page english test unused cycles members example ## All that CI runs: format, house rules, build (warnings are errors), tests

lint: ## Check the format of the code
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

rules: ## Check the direction of imports and what the code must not hold
	Scripts/check-imports.sh

page: ## Check the page's files: no text becomes HTML or a program, and their types agree (tsc, where it is installed)
	@Scripts/page.sh

english: ## Check that comments, help and pages have no more of what plain English would word otherwise
	@Scripts/english.sh

unused: ## Check, of the last debug build, that no public declaration is used by tests alone
	@Scripts/unused.sh

cycles: ## Check, of the last debug build, that no modules and no folders of a module use each other in a circle
	@Scripts/cycles.sh

members: ## Check, of the last debug build, that no type has more public members than it may have
	@Scripts/members.sh

rows: ## List requirements that no test names (REQUIREMENTS=file, ROWS=1-52)
	@Scripts/rows.sh $(REQUIREMENTS)

demo: deps-install build ## Show the product on the sample mail: install, build, run a session
	@$(BINARY) demo --samples Samples

demo-fleet: deps-install build ## Show a failover: two servers, two nodes, in a temporary folder (installs postgresql)
	@Scripts/dependencies.sh install --fleet
	@Samples/fleet/failover.sh $(BINARY)

# On a quiet machine: what else runs spreads the figures. MAIL=DIR measures on a folder of Maildirs instead.
MESSAGES ?= 10000
ROUNDS ?= 5
SIZES ?= 10000,100000
IMAP_MESSAGES ?= 40000
bench: build ## Measure beside notmuch, mu and plain C; rewrite the table in Docs/Performance.md
	@Scripts/dependencies.sh install --bench
	$(SWIFT) $(RELEASE) --product ledger-bench
	@.build/release/ledger-bench run --messages $(MESSAGES) --rounds $(ROUNDS) $(if $(MAIL),--mail "$(MAIL)" --table real) \
		--document Docs/Performance.md
	@$(MAKE) bench-fleet

# A million events are made in a minute and a half, and 10,000 operations before that one by one.
bench-page: build ## Scroll through ROWS (10,000) of a timeline in Chromium, in a log of EVENTS (1,000,000): rows, memory, answers
	@BUILD=release Scripts/page-pictures.sh --scroll $(or $(ROWS),10000) $(or $(EVENTS),1000000)

bench-server: build ## Measure what JMAP costs the server: 3,600 and 36,000 messages (MAIL=folder of real mail), streams, memory
	$(SWIFT) $(RELEASE) --product mailledger
	@Scripts/bench-server.sh $(MAIL)

# The processor time of both servers, so others may run beside it; a quarter of an hour.
bench-imap: build ## Measure IMAP beside Dovecot: 40,000 messages (IMAP_MESSAGES, MAIL=folder of real mail, MAILLEDGER_MAIL)
	$(SWIFT) $(RELEASE) --product ledger-bench
	@Scripts/dependencies.sh install --bench
	@Scripts/bench-imap.sh $(IMAP_MESSAGES) $(or $(MAIL),$(MAILLEDGER_MAIL))

# Real mail, as `import` takes it; generated mail where there is none.
FLEET_MAIL ?= $(or $(MAILLEDGER_MAIL),$(wildcard ../shared/mail/spamassassin-a))

bench-fleet: build ## Measure ledgers on PostgreSQL beside folders; rewrite the table in Docs/Fleet.md (FLEET_MAIL)
	$(SWIFT) $(RELEASE) --product ledger-bench
	@Scripts/postgres.sh check || { echo 'bench-fleet: skipped, PostgreSQL is not installed' >&2; exit 0; }; \
		.build/release/ledger-bench fleet --work .build/bench-fleet --messages 2000 --rounds $(ROUNDS) \
		$(if $(FLEET_MAIL),--mail "$(FLEET_MAIL)") --document Docs/Fleet.md

bench-lists: ## Measure lists in mailboxes of 10,000 and 100,000 messages; rewrite the table in Docs/Performance.md
	$(SWIFT) $(RELEASE) --product ledger-bench
	@.build/release/ledger-bench lists --rounds $(ROUNDS) --document Docs/Performance.md

bench-growth: build ## Measure the same work on mailboxes of SIZES (10000,100000); rewrite the table in Docs/Performance.md
	$(SWIFT) $(RELEASE) --product ledger-bench
	@.build/release/ledger-bench growth --sizes $(SIZES) --rounds 1 --document Docs/Performance.md

LARGE ?= 100000

# An hour, most of it notmuch's; LARGE=40000 ONLY=import,questions,rebuild takes ten minutes. A million messages with nothing beside them are bench-growth SIZES=10000,1000000 (50 GB of disk).
bench-large: build ## Measure once beside notmuch, mu and plain C with LARGE messages (100,000) and a million events: Docs/Performance.md
	@Scripts/dependencies.sh install --bench
	$(SWIFT) $(RELEASE) --product ledger-bench
	@.build/release/ledger-bench run --messages $(LARGE) --events 1000000 --rounds 1 $(if $(ONLY),--only $(ONLY)) \
		$(if $(MAIL),--mail "$(MAIL)" --table real,--table large) --document Docs/Performance.md

freeze: deps-install ## Freeze the shapes of events and wire forms that are new: Tests/Fixtures
	$(SWIFT) build --build-tests
	MAILLEDGER_FREEZE=1 $(SWIFT) test --skip-build --disable-xctest --filter '(types|forms) that have no file yet get one'

# PIECE names a piece beside the first one of its format: format-1-WORD.
museum: deps-install ## Keep a small ledger of today for ever: Tests/Fixtures/Ledgers (PIECE)
	$(SWIFT) build --build-tests
	MAILLEDGER_MUSEUM=$(PIECE) $(SWIFT) test --skip-build --disable-xctest --filter 'a ledger of today is added'

screens: build ## Take a picture of each page of the web page on the demo's ledger: .build/screens (needs chromium)
	@Scripts/screens.sh $(BINARY) .build/screens

pages: ## Write the reference and the schemas from declarations: Docs/Reference, Docs/Schemas
	$(SWIFT) build --product write-pages
	@.build/debug/write-pages

format: ## Format the code in place
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

install: ## Install what `make build` made: the tool, its manual, completions, sample mail (PREFIX, DESTDIR)
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install.sh install "$(BINARY)"

uninstall: ## Take away what `make install` installed (PREFIX, DESTDIR)
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install.sh uninstall

clean: ## Remove all that was built
	rm -rf .build
