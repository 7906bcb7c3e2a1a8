#!/usr/bin/env bash
# families_2.sh -- the other half of families_1.sh
FATUNE_TEST_PART=1 exec bash "$(dirname "${BASH_SOURCE[0]}")/families_1.sh"
