/* format.h -- the dispatch table: layout of the file, shared by writer (store/export_table.c) and reader (table.c)
 *
 * A text head that people can read, then the cubins. Lines end with \n; fields are separated by one blank; values with blanks come
 * last on their line. Everything before the blobs is covered by `check`.
 *
 *     fatune-table 1                      magic and format version (FT_TABLE_VERSION)
 *     made fatune 0.1.0 on 2026-11-29T16:20:11Z
 *     head 5120 check 0123456789abcdef    bytes of the whole head incl. these lines; FNV-1a 64 of the head with the 16 digits as zeros
 *     device 0 sm=90 sms=132 name=NVIDIA H200
 *     build 0 device=0 family=decode_split signature=<64 hex> arch=sm_90a regs=96 offset=0 bytes=20488 check=<16 hex>
 *     config Bc=32 load=direct ...        the build's and the launch's parameters, for people
 *     program <n lines>                   followed by n lines of program.h's text, belonging to the build above
 *     entry device=0 build=0 ns=4130.0 default=0 problem=op=...
 *     end
 * offset counts from the end of the head; blobs are aligned to 16. A build stands before the entries that use it; two entries
 * with the same cubin but other launch-time parameters are two builds that share offset and bytes. default=1 marks the family's
 * fallback: problem then gives the class it serves (lengths and batch are those measured). fatune writes no such entries
 * yet; readers and match.c heed them for an engine that adds its own.
 */
#ifndef FT_FORMAT_H
#define FT_FORMAT_H
#include <stddef.h>
#include <stdint.h>
#include "problem.h"
#include "program.h"

#define FT_TABLE_MAGIC "fatune-table"
#define FT_TABLE_VERSION 1

uint64_t ft_fnv1a(uint64_t seed, const void *data, size_t n);
#define FT_FNV_SEED 0xcbf29ce484222325ULL

struct ft_table_device {
    char *name;
    int cc, sms;
};
struct ft_table_build {
    int device;
    char *family, *signature, *arch, *config;
    int regs;
    struct ft_program program;
    const void *cubin;
    size_t cubin_bytes;
};
struct ft_table_entry {
    int device, build;
    double ns;
    int is_default;
    struct ft_problem problem;
};
struct ft_table { /* in memory, from a file (table.c) or a database (load_db.c) */
    struct ft_table_device *devices;
    struct ft_table_build *builds;
    struct ft_table_entry *entries;
    size_t n_devices, n_builds, n_entries;
    void *storage; /* owns strings and cubins */
};
/* FATUNE_OK, or another fatune_status with the reason in why; then out is empty. The file is trusted in nothing. */
int ft_table_load_file(const char *path, struct ft_table *out, char *why, size_t cap);
/* The tuner's database; SQLite is loaded with dlopen. */
int ft_table_load_db(const char *path, struct ft_table *out, char *why, size_t cap);
void ft_table_unload(struct ft_table *table);

/* For loaders. A copy of n bytes and a NUL that lives as long as the table, aligned for any type; NULL without memory. */
void *ft_table_keep(struct ft_table *table, const void *data, size_t n);
/* Append; 0, or -1 without memory. A build's program belongs to the table when that succeeds. */
int ft_table_add_device(struct ft_table *table, const struct ft_table_device *device);
int ft_table_add_build(struct ft_table *table, const struct ft_table_build *build);
int ft_table_add_entry(struct ft_table *table, const struct ft_table_entry *entry);

/* Chooses an entry (match.c): its index and how it matched, or -1 with the reason. */
struct ft_table_query {
    const fatune_problem *problem;
    const char *device_name;
    int cc, sms;
    int allow_other_device, allow_nearest;
    /* 1 when the build can be launched for the problem, else 0 and why not. NULL: all can. */
    int (*can_launch)(void *ctx, const struct ft_table_build *build, char *why, size_t cap);
    void *ctx;
};
int ft_table_match(const struct ft_table *table, const struct ft_table_query *query, fatune_match *how, char *why, size_t cap);

#endif
