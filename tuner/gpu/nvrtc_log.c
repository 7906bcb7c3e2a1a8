/* nvrtc_log.c -- what the compiler's log says: resources of each entry, the first error
 *
 * The lines that count, as ptxas -v prints them (an entry's block begins with its name):
 *
 *     ptxas info    : Compiling entry function 'attend' for 'sm_90a'
 *     ptxas info    : Function properties for attend
 *     ptxas         .     2736 bytes stack frame, 2584 bytes spill stores, 4532 bytes spill loads
 *     ptxas info    : Used 32 registers, used 1 barriers, 1024 bytes smem, 360 bytes cmem[0]
 *
 * Functions that are not entries (calls that were not inlined) have properties too; they belong to
 * no entry. Needs no NVRTC.
 */
#include "gpu/nvrtc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name between the first two quotes of a line. */
static int take_quoted(const char *line, char *out, size_t cap)
{
    const char *begin = strchr(line, '\''), *end = begin ? strchr(begin + 1, '\'') : NULL;

    if (!end)
        return -1;
    snprintf(out, cap, "%.*s", (int)(end - begin - 1), begin + 1);
    return 0;
}

/* The number in front of `words`, or dflt. */
static int number_before(const char *line, const char *words, int dflt)
{
    const char *at = strstr(line, words);

    if (!at)
        return dflt;
    while (at > line && at[-1] == ' ')
        at--;
    while (at > line && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return atoi(at);
}

/* Copies a line without its newline; returns the beginning of the next one, or NULL. */
static const char *next_line(const char *text, char *line, size_t cap)
{
    size_t n = strcspn(text, "\n");

    if (!*text)
        return NULL;
    snprintf(line, cap, "%.*s", (int)n, text);
    return text + n + (text[n] == '\n');
}

int ft_nvrtc_parse_log(const char *log, struct ft_entry_resources *entries, int max,
                       int *serialized)
{
    struct ft_entry_resources *entry = NULL; /* whose block we are in */
    char line[1024];
    int n = 0, is_of_entry = 0;

    *serialized = 0;
    while ((log = next_line(log, line, sizeof line))) {
        const char *code = strstr(line, "(C75");

        /* C7510 and its neighbours: wgmma is serialised, with the reason. */
        if (code && strstr(line, "wgmma") && strstr(line, "serialized"))
            *serialized = 1;
        if (strstr(line, "Compiling entry function")) {
            entry = n < max ? &entries[n] : NULL;
            is_of_entry = 0;
            if (entry) {
                memset(entry, 0, sizeof *entry);
                if (take_quoted(line, entry->entry, sizeof entry->entry) == 0)
                    n++;
                else
                    entry = NULL;
            }
        } else if (strstr(line, "Function properties for ")) {
            const char *name = strstr(line, "Function properties for ") + 24;

            is_of_entry = entry && strncmp(name, entry->entry, strlen(entry->entry)) == 0;
        } else if (is_of_entry && strstr(line, "bytes spill stores")) {
            entry->stack_bytes = number_before(line, "bytes stack frame", 0);
            entry->spill_store_bytes = number_before(line, "bytes spill stores", 0);
            entry->spill_load_bytes = number_before(line, "bytes spill loads", 0);
        } else if (entry && strstr(line, ": Used ")) {
            entry->regs = number_before(line, "registers", 0);
            entry->static_smem_bytes = number_before(line, "bytes smem", 0);
            entry = NULL;
        }
    }
    return n;
}

void ft_nvrtc_first_error(const char *log, char *out, size_t cap)
{
    char line[1024];

    out[0] = '\0';
    while ((log = next_line(log, line, sizeof line))) {
        /* "kernel.cu(3): error: ...", "...: catastrophic error: ...", "ptxas error   : ...",
         * "nvrtc: error: ..." */
        if (strstr(line, "error: ") || strstr(line, "error   : ")) {
            snprintf(out, cap, "%s", line);
            return;
        }
    }
}

void ft_compile_result_free(struct ft_compile_result *result)
{
    ft_buf_free(&result->cubin);
    ft_buf_free(&result->log);
}
