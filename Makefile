# fatune -- `make tune` tunes on this machine, `make test` checks the program; `make help` lists the rest.
#
# Variables: CC, CFLAGS, LDFLAGS, PREFIX, DESTDIR, BUILD; V=1 shows commands, WERROR=1 makes warnings errors,
# SAN=address,undefined builds with sanitizers (in a directory of its own), STATIC=1 links libyaml, SQLite and zlib in.
PREFIX  ?= /usr/local
DESTDIR ?=
CC      ?= cc
PYTHON  ?= python3
V       ?= 0
Q        = $(if $(filter 1,$(V)),,@)
say      = $(if $(filter 1,$(V)),,@echo "  $(1)")

comma := ,
BUILD ?= build$(if $(SAN),/san-$(subst $(comma),-,$(SAN)))

VERSION := 0.1.0
SOVERSION := 0
GIT_REV := $(shell git rev-parse --short HEAD 2>/dev/null || echo release)

# CUDA's headers give types only; its libraries are opened at run time. Without headers FT_NO_CUDA is defined.
# tools/setup.sh puts headers and libraries into FETCHED_CUDA where the system has none.
# FT_IGNORE_SYSTEM_CUDA=1 looks nowhere else: it is how that path is tested.
FETCHED_CUDA := build/cuda
ifndef FT_IGNORE_SYSTEM_CUDA
# tests/run.sh names FETCHED_CUDA by CUDA_HOME: no other place, and no other path, or all objects would be rebuilt.
SYSTEM_CUDA := $(addsuffix /include,$(filter-out $(abspath $(FETCHED_CUDA)),$(CUDA_HOME) $(CUDA_PATH)) \
                 /usr/local/cuda /opt/cuda /usr/lib/cuda)
LAST_CUDA := /usr/include
endif
first_with = $(firstword $(foreach d,$(2),$(if $(wildcard $(d)/$(1)),$(d))))
CUDA_INCLUDE := $(call first_with,nvrtc.h,$(SYSTEM_CUDA) $(FETCHED_CUDA)/include $(LAST_CUDA))
CUPTI_INCLUDE := $(call first_with,cupti.h,$(if $(CUDA_INCLUDE),$(CUDA_INCLUDE) $(CUDA_INCLUDE)/../extras/CUPTI/include) \
                   $(FETCHED_CUDA)/include)

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Wvla \
        -Wformat=2 -Wno-format-zero-length
CFLAGS ?= -O2 -g
# FT_GROW reaches pointers of any type through void **, hence no strict aliasing.
FT_CFLAGS = -std=c11 -D_GNU_SOURCE -fPIC -fvisibility=hidden -fno-strict-aliasing $(WARN) $(CFLAGS) \
            -Ituner -Ituner/runtime -Ikernel_templates/common -I$(BUILD)/gen
ifeq ($(and $(CUDA_INCLUDE),$(CUPTI_INCLUDE)),)
FT_CFLAGS += -DFT_NO_CUDA
else
FT_CFLAGS += -Ituner/gpu/compat -isystem $(CUDA_INCLUDE) $(if $(filter-out $(CUDA_INCLUDE),$(CUPTI_INCLUDE)),-isystem $(CUPTI_INCLUDE))
endif
ifdef SAN
# GCC's sanitizers make it see null formats and short buffers that are not there.
FT_CFLAGS += -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer -Wno-format-truncation -Wno-format-overflow
LDFLAGS += -fsanitize=$(SAN)
endif
ifdef WERROR
WERROR_FLAG := -Werror
endif

LAYERS := eval store cpu gpu search model runtime base
ifdef STATIC
LIBS = -Wl,-Bstatic -lsqlite3 -lyaml -lz -Wl,-Bdynamic -lm -ldl -lpthread
else
LIBS = -lsqlite3 -lyaml -lz -lm -ldl -lpthread
endif

# The CPU device's driver is a library of its own, opened at run time as NVIDIA's is.
CPU_DRIVER_SOURCES := $(wildcard tuner/cpu/driver*.c)
CPU_DRIVER := $(if $(or $(filter -DFT_NO_CUDA,$(FT_CFLAGS)),$(if $(CPU_DRIVER_SOURCES),,none)),,$(BUILD)/libfatune_cpu.so)

sources = $(filter-out $(CPU_DRIVER_SOURCES),$(wildcard tuner/$(1)/*.c))
objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(call sources,$(1)))
archives = $(foreach l,$(1),$(if $(call sources,$(l)),$(BUILD)/lib/$(l).a))

PROGRAM_OBJECTS := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tuner/main.c tuner/cmd_*.c))
EXAMPLES := $(patsubst examples/%.c,$(BUILD)/examples/%,$(wildcard examples/*.c))
UNIT_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*/test_*.c))

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all program library probe cpu examples unit-tests setup tune test test-gpu install uninstall clean help print-cflags FORCE

all: program library probe cpu examples ## build everything into build/ (the default)
program: $(if $(PROGRAM_OBJECTS),$(BUILD)/fatune) ## build/fatune
library: $(if $(call sources,runtime),$(BUILD)/libfatune.a $(BUILD)/libfatune.so) ## build/libfatune.{a,so}
probe: $(if $(wildcard tuner/eval/probe.c),$(BUILD)/libfatune_probe.so) ## build/libfatune_probe.so: our data and timer for outside baselines
cpu: $(CPU_DRIVER) ## build/libfatune_cpu.so: the CPU device, as a CUDA driver
examples: $(EXAMPLES) ## build/examples/*
unit-tests: $(UNIT_TESTS) ## build the unit tests

# ---- generated files ----

# Written only when its text changes, so that what depends on it is rebuilt then and not each time.
define write_if_changed
@mkdir -p $(@D) && printf '%s\n' $(1) >$@.$$$$ && if cmp -s $@.$$$$ $@; then rm -f $@.$$$$; else mv $@.$$$$ $@; fi
endef
$(BUILD)/gen/version.h: FORCE
	$(call write_if_changed,'#define FT_VERSION "$(VERSION)"' '#define FT_GIT_REV "$(GIT_REV)"')
$(BUILD)/gen/compile-flags: FORCE
	$(call write_if_changed,'$(CC) $(FT_CFLAGS)')
$(BUILD)/gen/link-flags: FORCE
	$(call write_if_changed,'$(CC) $(LDFLAGS) $(LIBS)')

# Texts that the program carries, as C string literals.
EMBEDDED := $(wildcard tuner/store/schema.sql tuner/eval/kernels.cu tuner/eval/helper_abi.h)
embedded_inc = $(BUILD)/gen/$(basename $(notdir $(1))).inc
as_literal = sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$$/\\n"/'
define embed
$(call embedded_inc,$(1)): $(1)
	$$(Q)mkdir -p $$(@D) && $$(as_literal) $$< >$$@
endef
$(foreach f,$(EMBEDDED),$(eval $(call embed,$(f))))
# The CPU device's executor, as rows of {name, text}; the list makes a file that went away count.
MACHINE := $(filter-out %~,$(wildcard tuner/cpu/machine/*)) tuner/cpu/abi.h $(addprefix kernel_templates/common/,ft_abi.h ft_simt.cuh)
$(BUILD)/gen/machine-files: FORCE
	$(call write_if_changed,'$(MACHINE)')
$(BUILD)/gen/machine.inc: $(MACHINE) $(BUILD)/gen/machine-files
	$(Q)mkdir -p $(@D) && for f in $(MACHINE); do \
	  printf '{"%s",\n' "$${f##*/}" && $(as_literal) "$$f" && echo '},' || exit 1; done >$@
GENERATED := $(BUILD)/gen/version.h $(foreach f,$(EMBEDDED),$(call embedded_inc,$(f))) $(BUILD)/gen/machine.inc

# ---- objects, layers, programs ----

$(BUILD)/obj/%.o: %.c $(BUILD)/gen/compile-flags | $(GENERATED)
	$(Q)mkdir -p $(@D)
	$(call say,CC    $<)
	$(Q)$(CC) $(FT_CFLAGS) $(WERROR_FLAG) -MMD -MP -c -o $@ $<

define layer_archive
$(BUILD)/lib/$(1).a: $(call objects,$(1))
	$$(Q)mkdir -p $$(@D) && rm -f $$@.$$$$$$$$ && ar rcs $$@.$$$$$$$$ $$^ && mv $$@.$$$$$$$$ $$@
endef
$(foreach l,$(LAYERS),$(eval $(call layer_archive,$(l))))

# A sanitizer build finds fetched CUDA libraries beside itself, as the ordinary build does.
$(BUILD)/fatune: $(PROGRAM_OBJECTS) $(call archives,$(LAYERS)) $(BUILD)/gen/link-flags
	$(call say,LD    $@)
	$(Q)$(CC) $(FT_CFLAGS) $(LDFLAGS) -o $@ $(PROGRAM_OBJECTS) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(LIBS)
	$(if $(SAN),$(Q)ln -sfn $(abspath $(FETCHED_CUDA)) $(@D)/cuda)

# The static library is one object whose internal names are local, so that they cannot clash with a user's.
$(BUILD)/libfatune.a: $(call objects,runtime)
	$(call say,AR    $@)
	$(Q)mkdir -p $(BUILD)/lib
	$(Q)ld -r -o $(BUILD)/lib/libfatune.o $^ && objcopy --localize-hidden $(BUILD)/lib/libfatune.o
	$(Q)rm -f $@ && ar rcs $@ $(BUILD)/lib/libfatune.o

$(BUILD)/libfatune.so: $(call objects,runtime) tools/libfatune.map $(BUILD)/gen/link-flags
	$(call say,LD    $@)
	$(Q)$(CC) $(FT_CFLAGS) $(LDFLAGS) -shared -Wl,-soname,libfatune.so.$(SOVERSION) \
	  -Wl,--version-script=tools/libfatune.map $(if $(SAN),,-Wl,--no-undefined) \
	  -o $@ $(filter %.o,$^) -lm -ldl -lpthread
	$(Q)ln -sf libfatune.so $@.$(SOVERSION)

# Takes of the layers what eval/probe.c needs; found beside the program or in PREFIX/lib by report/*.py.
$(BUILD)/libfatune_probe.so: $(BUILD)/obj/tuner/eval/probe.o $(call archives,eval cpu gpu model runtime base) $(BUILD)/gen/link-flags
	$(call say,LD    $@)
	$(Q)$(CC) $(FT_CFLAGS) $(LDFLAGS) -shared $(if $(SAN),,-Wl,--no-undefined) -Wl,--exclude-libs,ALL \
	  -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group -lm -ldl -lpthread

# A driver's state is the process's, so it stays loaded.
$(BUILD)/libfatune_cpu.so: $(patsubst %.c,$(BUILD)/obj/%.o,$(CPU_DRIVER_SOURCES)) $(BUILD)/gen/link-flags
	$(call say,LD    $@)
	$(Q)$(CC) $(FT_CFLAGS) $(LDFLAGS) -shared -Wl,-z,nodelete $(if $(SAN),,-Wl,--no-undefined) \
	  -o $@ $(filter %.o,$^) -ldl -lpthread

$(BUILD)/examples/%: examples/%.c $(BUILD)/libfatune.a $(BUILD)/gen/compile-flags $(BUILD)/gen/link-flags
	$(Q)mkdir -p $(@D)
	$(call say,LD    $@)
	$(Q)$(CC) $(FT_CFLAGS) $(WERROR_FLAG) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(BUILD)/libfatune.a -ldl -lm -lpthread

# ---- using it ----

setup = CUDA_INCLUDE="$(CUDA_INCLUDE)" CUPTI_INCLUDE="$(CUPTI_INCLUDE)" CC="$(CC)" \
        FT_IGNORE_SYSTEM_CUDA="$(FT_IGNORE_SYSTEM_CUDA)" tools/setup.sh
# In a second make: this one has looked for CUDA before tools/setup.sh could fetch it.
again = $(MAKE) --no-print-directory $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))

setup: ## install what the build and the tests need (Debian, Ubuntu); says what and why
	@$(setup) test

tune: ## set up, build, and tune the problems of configs/qwen3.yaml on this GPU; ARGS="--budget 10m"
	@$(setup) build
	@$(again) all
	@BUILD="$(BUILD)" tools/tune.sh $(ARGS)

test: ## set up, build, and run every test that needs no GPU
	@$(setup) test
	@$(again) all
	@MAKE="$(MAKE)" BUILD="$(BUILD)" tests/run.sh

test-gpu: ## run the tests that need a GPU
	@$(setup) test
	@$(again) all
	@if [ -e tests/gpu/run.sh ]; then BUILD="$(BUILD)" tests/gpu/run.sh; else echo "there are no GPU tests here"; fi

# ---- installing ----

SHARED_DATA := $(wildcard kernel_templates configs report)
BIN_DIR = $(DESTDIR)$(PREFIX)/bin
LIB_DIR = $(DESTDIR)$(PREFIX)/lib
INCLUDE_DIR = $(DESTDIR)$(PREFIX)/include
SHARE_DIR = $(DESTDIR)$(PREFIX)/share/fatune

install: all ## install below PREFIX (default /usr/local); DESTDIR stages it elsewhere
	install -d "$(BIN_DIR)" "$(LIB_DIR)/pkgconfig" "$(INCLUDE_DIR)" "$(SHARE_DIR)"
	install -m 755 $(BUILD)/fatune "$(BIN_DIR)/fatune"
	install -m 644 $(BUILD)/libfatune.a "$(LIB_DIR)/libfatune.a"
	install -m 755 $(BUILD)/libfatune.so "$(LIB_DIR)/libfatune.so.$(VERSION)"
	ln -sf libfatune.so.$(VERSION) "$(LIB_DIR)/libfatune.so.$(SOVERSION)"
	ln -sf libfatune.so.$(SOVERSION) "$(LIB_DIR)/libfatune.so"
	install -m 755 $(BUILD)/libfatune_probe.so "$(LIB_DIR)/libfatune_probe.so"
	$(if $(CPU_DRIVER),install -m 755 $(CPU_DRIVER) "$(LIB_DIR)/libfatune_cpu.so")
	install -m 644 tuner/runtime/fatune.h "$(INCLUDE_DIR)/fatune.h"
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' 'Name: fatune' \
	  'Description: launches the fastest known attention kernel for a problem' 'Version: $(VERSION)' \
	  'Libs: -L"$${libdir}" -lfatune -lm -ldl -lpthread' 'Cflags: -I"$${includedir}"' >"$(LIB_DIR)/pkgconfig/fatune.pc"
	install -d "$(SHARE_DIR)/slurm" && install -m 755 tools/slurm/fatune.sbatch "$(SHARE_DIR)/slurm/fatune.sbatch"
	for d in $(SHARED_DATA); do rm -rf "$(SHARE_DIR)/$$d" && cp -R $$d "$(SHARE_DIR)/"; done

uninstall: ## remove what install put there
	rm -f "$(BIN_DIR)/fatune" "$(LIB_DIR)/libfatune.a" "$(LIB_DIR)/libfatune.so" "$(LIB_DIR)/libfatune.so.$(SOVERSION)" \
	  "$(LIB_DIR)/libfatune.so.$(VERSION)" "$(LIB_DIR)/libfatune_probe.so" "$(LIB_DIR)/libfatune_cpu.so" \
	  "$(INCLUDE_DIR)/fatune.h" "$(LIB_DIR)/pkgconfig/fatune.pc"
	rm -rf "$(SHARE_DIR)"

clean: ## remove what was built; fetched CUDA packages in build/cuda stay
	@[ ! -d $(BUILD) ] || find $(BUILD) -mindepth 1 -maxdepth 1 ! -name cuda -exec rm -rf {} +

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@sed -n '2,/^$$/ s/^# Variables/\nvariables/p; s/^# \(SAN=.*\)/\1/p' $(firstword $(MAKEFILE_LIST))

print-cflags: # for tests that compile something themselves
	@echo '$(CC) $(FT_CFLAGS)'

# ---- unit tests: tests/unit/<layer>/test_<module>.c, linked with its layer and those below ----

needs_base :=
needs_runtime :=
needs_model := runtime
needs_search := model runtime
needs_gpu := model runtime
needs_store := model runtime
needs_cpu := gpu model runtime
needs_eval := store cpu gpu search model runtime
.SECONDEXPANSION:
$(BUILD)/tests/unit/%: tests/unit/%.c $(BUILD)/gen/compile-flags $(BUILD)/gen/link-flags \
                       $$(call archives,$$(firstword $$(subst /, ,$$*)) $$(needs_$$(firstword $$(subst /, ,$$*))) base) | $(GENERATED)
	$(Q)mkdir -p $(@D)
	$(call say,LD    $@)
	$(Q)$(CC) $(FT_CFLAGS) $(WERROR_FLAG) -Itests $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< \
	  -Wl,--start-group $(filter %.a,$^) -Wl,--end-group -lcmocka $(LIBS)
$(filter %/cpu/test_driver %/cpu/test_driver_launch %/cpu/test_driver_tensor_map,$(UNIT_TESTS)): $(CPU_DRIVER)

-include $(shell find $(BUILD)/obj $(BUILD)/tests $(BUILD)/examples -name '*.d' 2>/dev/null)
