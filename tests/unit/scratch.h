/* The directory that a unit test makes for its files, and how it goes away. */
#ifndef UNIT_SCRATCH_H
#define UNIT_SCRATCH_H

#include <stdlib.h>

#include "base/mem.h"

/* Removes DIR with all that is in it, also what a test has made read-only. 0, or -1. */
static inline int remove_tree(const char *dir)
{
    char *command = ft_asprintf("chmod -R u+w '%s' && rm -rf '%s'", dir, dir);
    int rc = system(command) == 0 ? 0 : -1;

    free(command);
    return rc;
}

#endif
