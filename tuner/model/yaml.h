/* yaml.h -- YAML files as a tree that remembers where everything stood
 *
 * The only user of libyaml. Anchors, aliases and merge keys (<<) are resolved; duplicate keys,
 * tags, several documents and nesting over 32 are errors. Scalars stay text; readers below convert
 * and report file:line:column. Nodes live in the arena.
 */
#ifndef FT_YAML_H
#define FT_YAML_H
#include <stddef.h>
#include <stdint.h>
#include "base/err.h"
#include "base/mem.h"

enum ft_ykind { FT_Y_SCALAR, FT_Y_LIST, FT_Y_MAP };
struct ft_ynode {
    enum ft_ykind kind;
    const char *file;
    int line, column;
    const char *text; /* SCALAR */
    int is_quoted;    /* SCALAR written in quotes or as a block */
    int text_column; /* where its text begins; 0: over several lines, so offsets into it say nothing
                      */
    struct ft_ynode **items; /* LIST elements; MAP values */
    struct ft_ynode **keys;  /* MAP: scalar nodes, parallel to items */
    size_t n;
};

/* Parses a file, or text under the name `file`. NULL with err. An empty file is an empty map. */
struct ft_ynode *ft_yaml_load(struct ft_arena *arena, const char *path, struct ft_err *err);
struct ft_ynode *ft_yaml_parse(struct ft_arena *arena, const char *file, const char *text, size_t n,
                               struct ft_err *err);

struct ft_ynode *ft_yget(const struct ft_ynode *map, const char *key); /* NULL when absent */
/* Error at the node's place. Returns -1. */
int ft_yerr(const struct ft_ynode *node, struct ft_err *err, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Error unless every key of the map is among the names; suggests the nearest one. */
int ft_yaml_only_keys(const struct ft_ynode *map, const char *const *names, size_t n,
                      const char *what, struct ft_err *err);
/* Typed reads; a missing or wrong node is an error that names `what`. */
int ft_yaml_want(const struct ft_ynode *node, enum ft_ykind kind, const char *what,
                 struct ft_err *err);
int ft_yaml_int(const struct ft_ynode *node, const char *what, int64_t *v,
                struct ft_err *err); /* accepts 4k, 2M (powers of 1024) */
int ft_yaml_bool(const struct ft_ynode *node, const char *what, int *v,
                 struct ft_err *err); /* true|false|yes|no|on|off */
/* One of the names, whose index is returned; else an error that lists them. */
int ft_yaml_choice(const struct ft_ynode *node, const char *what, const char *const *names,
                   size_t n, struct ft_err *err);
int ft_yaml_text(const struct ft_ynode *node, const char *what, const char **v, struct ft_err *err);

#endif
