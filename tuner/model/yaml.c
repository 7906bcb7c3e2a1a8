/* yaml.c -- YAML files as a tree that remembers where everything stood
 *
 * The idea: libyaml's events are composed into nodes by recursive descent. An alias is the same
 * node again (nothing is copied, so a file cannot blow up in memory); a merge key puts the entries
 * of other maps behind the map's own ones, which win.
 *
 * Invariants: nesting is at most MAX_DEPTH, so that readers may recurse; keys of a map are scalars
 * and unique; scalars hold no NUL. An anchor is known once its node is complete, so no node
 * contains itself. Everything lives in the caller's arena.
 */
#include "model/yaml.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>
#include "base/buf.h"
#include "base/fs.h"
#include "base/opt.h"
#include "base/units.h"

#define MAX_DEPTH 32

struct anchor {
    const char *name;
    struct ft_ynode *node;
};
struct composer {
    yaml_parser_t parser;
    struct ft_arena *arena;
    const char *file;
    struct anchor *anchors;
    size_t n_anchors, cap_anchors;
    struct ft_err *err;
};

static int fail_at(struct composer *c, yaml_mark_t mark, const char *text)
{
    return ft_err_at(c->err, c->file, (int)mark.line + 1, (int)mark.column + 1, "%s", text);
}

static int fail_parser(struct composer *c)
{
    const yaml_parser_t *p = &c->parser;
    const char *problem = p->problem ? p->problem : "out of memory";

    if (p->error == YAML_READER_ERROR) /* bytes that are not UTF-8: only an offset is known */
        return ft_err_at(c->err, c->file, 0, 0, "byte %zu: %s", p->problem_offset, problem);
    fail_at(c, p->problem_mark, problem);
    if (strstr(problem, "mapping values are not allowed") ||
        strstr(problem, "did not find expected"))
        ft_err_hint(c->err, "put an expression that contains ': ' in quotes");
    else if (strstr(problem, "cannot start any token"))
        ft_err_hint(c->err, "indent with spaces, and put text that begins with a sign in quotes");
    return -1;
}

static int next_event(struct composer *c, yaml_event_t *event)
{
    return yaml_parser_parse(&c->parser, event) ? 0 : fail_parser(c);
}

static struct ft_ynode *new_node(struct composer *c, enum ft_ykind kind, yaml_mark_t mark)
{
    struct ft_ynode *node = ft_arena_alloc(c->arena, sizeof *node);

    node->kind = kind;
    node->file = c->file;
    node->line = (int)mark.line + 1;
    node->column = (int)mark.column + 1;
    return node;
}

static int refuse_tag(struct composer *c, const yaml_event_t *event, const yaml_char_t *tag)
{
    if (!tag)
        return 0;
    ft_err_at(c->err, c->file, (int)event->start_mark.line + 1, (int)event->start_mark.column + 1,
              "tag '%s' is not allowed", (const char *)tag);
    ft_err_hint(c->err, "put an expression that begins with '!' in quotes");
    return -1;
}

static void remember(struct composer *c, const yaml_char_t *name, struct ft_ynode *node)
{
    if (!name)
        return;
    FT_GROW(c->anchors, c->n_anchors + 1, c->cap_anchors);
    c->anchors[c->n_anchors++] =
        (struct anchor){ft_arena_strdup(c->arena, (const char *)name), node};
}

static struct ft_ynode *find_anchor(struct composer *c, const yaml_event_t *event)
{
    const char *name = (const char *)event->data.alias.anchor;

    for (size_t i = c->n_anchors; i-- > 0;) { /* the latest of a name counts */
        if (strcmp(c->anchors[i].name, name) == 0)
            return c->anchors[i].node;
    }
    ft_err_at(c->err, c->file, (int)event->start_mark.line + 1, (int)event->start_mark.column + 1,
              "unknown anchor '%s'", name);
    ft_err_hint(c->err, "an anchor (&%s) must stand before its aliases", name);
    return NULL;
}

static struct ft_ynode *compose(struct composer *c, yaml_event_t *event, int depth);

static struct ft_ynode *compose_scalar(struct composer *c, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t n = event->data.scalar.length;

    if (refuse_tag(c, event, event->data.scalar.tag) < 0)
        return NULL;
    if (memchr(text, 0, n)) {
        fail_at(c, event->start_mark, "text with a NUL character");
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        if (((unsigned char)text[i] < ' ' && text[i] != '\n' && text[i] != '\t') ||
            text[i] == 127) {
            fail_at(c, event->start_mark, "text with a control character");
            return NULL;
        }
    struct ft_ynode *node = new_node(c, FT_Y_SCALAR, event->start_mark);
    node->text = ft_arena_strndup(c->arena, text, n);
    node->is_quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    if (event->start_mark.line == event->end_mark.line)
        node->text_column = node->column + node->is_quoted;
    return node;
}

/* A growing list of nodes that ends up in the arena. */
struct nodes {
    struct ft_ynode **items;
    size_t n, cap;
};

static void push(struct nodes *list, struct ft_ynode *node)
{
    FT_GROW(list->items, list->n + 1, list->cap);
    list->items[list->n++] = node;
}

static struct ft_ynode **to_arena(struct composer *c, const struct nodes *list)
{
    struct ft_ynode **out = ft_arena_alloc(c->arena, (list->n + 1) * sizeof *out);

    if (list->n)
        memcpy(out, list->items, list->n * sizeof *out);
    return out;
}

static struct ft_ynode *compose_list(struct composer *c, const yaml_event_t *event, int depth)
{
    struct ft_ynode *node = NULL;
    struct nodes items = {0};

    if (refuse_tag(c, event, event->data.sequence_start.tag) < 0)
        return NULL;
    struct ft_ynode *list = new_node(c, FT_Y_LIST, event->start_mark);
    for (;;) {
        yaml_event_t child;
        if (next_event(c, &child) < 0)
            goto out;
        int at_end = child.type == YAML_SEQUENCE_END_EVENT;
        struct ft_ynode *item = at_end ? NULL : compose(c, &child, depth + 1);
        yaml_event_delete(&child);
        if (at_end)
            break;
        if (!item)
            goto out;
        push(&items, item);
    }
    list->items = to_arena(c, &items);
    list->n = items.n;
    node = list;
out:
    free(items.items);
    return node;
}

static struct ft_ynode *find_key(const struct nodes *keys, const char *name)
{
    for (size_t i = 0; i < keys->n; i++) {
        if (strcmp(keys->items[i]->text, name) == 0)
            return keys->items[i];
    }
    return NULL;
}

/* Adds the entries of a merged map that are not there yet. */
static int merge_map(struct composer *c, const struct ft_ynode *from, struct nodes *keys,
                     struct nodes *values)
{
    if (from->kind != FT_Y_MAP)
        return ft_yerr(from, c->err, "'<<' takes a map or a list of maps");
    for (size_t i = 0; i < from->n; i++) {
        if (!find_key(keys, from->keys[i]->text)) {
            push(keys, from->keys[i]);
            push(values, from->items[i]);
        }
    }
    return 0;
}

static int merge(struct composer *c, const struct nodes *merged, struct nodes *keys,
                 struct nodes *values)
{
    for (size_t i = 0; i < merged->n; i++) {
        const struct ft_ynode *from = merged->items[i];
        if (from->kind != FT_Y_LIST) {
            if (merge_map(c, from, keys, values) < 0)
                return -1;
            continue;
        }
        for (size_t k = 0; k < from->n; k++) {
            if (merge_map(c, from->items[k], keys, values) < 0)
                return -1;
        }
    }
    return 0;
}

/* The next key of a map: 1, 0 at its end, -1. */
static int compose_key(struct composer *c, int depth, const struct nodes *keys,
                       struct ft_ynode **out)
{
    yaml_event_t event;

    if (next_event(c, &event) < 0)
        return -1;
    int at_end = event.type == YAML_MAPPING_END_EVENT;
    struct ft_ynode *key = at_end ? NULL : compose(c, &event, depth + 1);
    yaml_event_delete(&event);
    if (at_end)
        return 0;
    if (!key)
        return -1;
    if (key->kind != FT_Y_SCALAR)
        return ft_yerr(key, c->err, "a key must be a name");
    const struct ft_ynode *first = find_key(keys, key->text);
    if (first) {
        ft_yerr(key, c->err, "'%s' stands twice in one map", key->text);
        ft_err_hint(c->err, "the first is in line %d", first->line);
        return -1;
    }
    *out = key;
    return 1;
}

static struct ft_ynode *compose_map(struct composer *c, const yaml_event_t *event, int depth)
{
    struct ft_ynode *node = NULL;
    struct nodes keys = {0}, values = {0}, merged = {0};

    if (refuse_tag(c, event, event->data.mapping_start.tag) < 0)
        return NULL;
    struct ft_ynode *map = new_node(c, FT_Y_MAP, event->start_mark);
    for (;;) {
        struct ft_ynode *key = NULL;
        int more = compose_key(c, depth, &keys, &key);
        if (more < 0)
            goto out;
        if (!more)
            break;
        yaml_event_t child;
        if (next_event(c, &child) < 0)
            goto out;
        struct ft_ynode *value = compose(c, &child, depth + 1);
        yaml_event_delete(&child);
        if (!value)
            goto out;
        if (strcmp(key->text, "<<") == 0 && !key->is_quoted) {
            push(&merged, value);
        } else {
            push(&keys, key);
            push(&values, value);
        }
    }
    if (merge(c, &merged, &keys, &values) < 0)
        goto out;
    map->keys = to_arena(c, &keys);
    map->items = to_arena(c, &values);
    map->n = keys.n;
    node = map;
out:
    free(keys.items);
    free(values.items);
    free(merged.items);
    return node;
}

static struct ft_ynode *compose(struct composer *c, yaml_event_t *event, int depth)
{
    struct ft_ynode *node = NULL;

    if (depth > MAX_DEPTH) {
        fail_at(c, event->start_mark, "nested too deeply");
        return NULL;
    }
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        return find_anchor(c, event);
    case YAML_SCALAR_EVENT:
        node = compose_scalar(c, event);
        if (node)
            remember(c, event->data.scalar.anchor, node);
        return node;
    case YAML_SEQUENCE_START_EVENT:
        node = compose_list(c, event, depth);
        if (node)
            remember(c, event->data.sequence_start.anchor, node);
        return node;
    case YAML_MAPPING_START_EVENT:
        node = compose_map(c, event, depth);
        if (node)
            remember(c, event->data.mapping_start.anchor, node);
        return node;
    default:
        fail_at(c, event->start_mark, "unexpected content");
        return NULL;
    }
}

/* Reads the next event, which must be of the type. */
static int skip_event(struct composer *c, yaml_event_type_t type)
{
    yaml_event_t event;
    int rc = 0;

    if (next_event(c, &event) < 0)
        return -1;
    if (event.type != type)
        rc = fail_at(c, event.start_mark, "a second document ('---') is not allowed");
    yaml_event_delete(&event);
    return rc;
}

static struct ft_ynode *compose_stream(struct composer *c)
{
    yaml_event_t event;
    struct ft_ynode *root = NULL;

    if (skip_event(c, YAML_STREAM_START_EVENT) < 0 || next_event(c, &event) < 0)
        return NULL;
    int is_empty = event.type == YAML_STREAM_END_EVENT;
    yaml_mark_t start = event.start_mark;
    yaml_event_delete(&event);
    if (is_empty)
        return new_node(c, FT_Y_MAP, start);
    if (next_event(c, &event) < 0)
        return NULL;
    root = compose(c, &event, 0);
    yaml_event_delete(&event);
    if (!root || skip_event(c, YAML_DOCUMENT_END_EVENT) < 0 ||
        skip_event(c, YAML_STREAM_END_EVENT) < 0)
        return NULL;
    return root;
}

struct ft_ynode *ft_yaml_parse(struct ft_arena *arena, const char *file, const char *text, size_t n,
                               struct ft_err *err)
{
    struct composer c = {.arena = arena, .file = ft_arena_strdup(arena, file), .err = err};

    if (!yaml_parser_initialize(&c.parser)) {
        ft_err_set(err, FT_ERR_ENV, "cannot start the YAML parser: out of memory");
        return NULL;
    }
    yaml_parser_set_input_string(&c.parser, (const unsigned char *)(text ? text : ""), n);
    struct ft_ynode *root = compose_stream(&c);
    yaml_parser_delete(&c.parser);
    free(c.anchors);
    return root;
}

struct ft_ynode *ft_yaml_load(struct ft_arena *arena, const char *path, struct ft_err *err)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_ynode *root = NULL;

    if (ft_fs_read(path, &text, err) == 0)
        root = ft_yaml_parse(arena, path, text.data, text.len, err);
    ft_buf_free(&text);
    return root;
}

struct ft_ynode *ft_yget(const struct ft_ynode *map, const char *key)
{
    for (size_t i = 0; map->kind == FT_Y_MAP && i < map->n; i++) {
        if (strcmp(map->keys[i]->text, key) == 0)
            return map->items[i];
    }
    return NULL;
}

int ft_yerr(const struct ft_ynode *node, struct ft_err *err, const char *fmt, ...)
{
    va_list args;
    struct ft_err text;

    va_start(args, fmt);
    vsnprintf(text.text, sizeof text.text, fmt, args);
    va_end(args);
    return ft_err_at(err, node->file, node->line, node->column, "%s", text.text);
}

/* "a, b or c" of the names, as many as fit. */
static const char *list_names(const char *const *names, size_t n, char *out, size_t cap)
{
    size_t len = 0;

    out[0] = 0;
    for (size_t i = 0; i < n && len < cap; i++)
        len += (size_t)snprintf(out + len, cap - len, "%s%s",
                                i == 0      ? ""
                                : i + 1 < n ? ", "
                                            : " or ",
                                names[i]);
    return out;
}

int ft_yaml_only_keys(const struct ft_ynode *map, const char *const *names, size_t n,
                      const char *what, struct ft_err *err)
{
    if (ft_yaml_want(map, FT_Y_MAP, what, err) < 0)
        return -1;
    for (size_t i = 0; i < map->n; i++) {
        size_t k = 0;
        while (k < n && strcmp(map->keys[i]->text, names[k]) != 0)
            k++;
        if (k < n)
            continue;
        ft_yerr(map->keys[i], err, "unknown key '%s' in %s", map->keys[i]->text, what);
        const char *near = ft_nearest_name(map->keys[i]->text, names, n);
        char list[512];
        const struct ft_ynode *value = map->items[i];
        if (value->kind == FT_Y_SCALAR && !*value->text && !value->is_quoted &&
            value->line == map->keys[i]->line && map->column > 1)
            ft_err_hint(err, "text with ',' inside { } must be in quotes");
        else if (near)
            ft_err_hint(err, "did you mean '%s'?", near);
        else
            ft_err_hint(err, "keys here: %s", list_names(names, n, list, sizeof list));
        return -1;
    }
    return 0;
}

int ft_yaml_want(const struct ft_ynode *node, enum ft_ykind kind, const char *what,
                 struct ft_err *err)
{
    static const char *const kinds[] = {"one value", "a list", "a map"};

    if (!node)
        return ft_err_set(err, FT_ERR_USAGE, "%s is missing", what);
    if (node->kind == kind)
        return 0;
    if (node->kind == FT_Y_SCALAR && !*node->text)
        return ft_yerr(node, err, "%s must be %s, but is empty", what, kinds[kind]);
    return ft_yerr(node, err, "%s must be %s, not %s", what, kinds[kind], kinds[node->kind]);
}

int ft_yaml_int(const struct ft_ynode *node, const char *what, int64_t *v, struct ft_err *err)
{
    if (ft_yaml_want(node, FT_Y_SCALAR, what, err) < 0)
        return -1;
    if (ft_parse_int(node->text, v) < 0) {
        ft_yerr(node, err, "%s must be an integer, not '%s'", what, node->text);
        ft_err_hint(err, "k and M are powers of 1024: 4k is 4096");
        return -1;
    }
    return 0;
}

int ft_yaml_bool(const struct ft_ynode *node, const char *what, int *v, struct ft_err *err)
{
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on"};

    if (ft_yaml_want(node, FT_Y_SCALAR, what, err) < 0)
        return -1;
    for (int i = 0; i < 6; i++) {
        if (strcmp(node->text, words[i]) == 0) {
            *v = i & 1;
            return 0;
        }
    }
    return ft_yerr(node, err, "%s must be true or false, not '%s'", what, node->text);
}

int ft_yaml_text(const struct ft_ynode *node, const char *what, const char **v, struct ft_err *err)
{
    if (ft_yaml_want(node, FT_Y_SCALAR, what, err) < 0)
        return -1;
    if (!*node->text)
        return ft_yerr(node, err, "%s must not be empty", what);
    *v = node->text;
    return 0;
}

int ft_yaml_choice(const struct ft_ynode *node, const char *what, const char *const *names,
                   size_t n, struct ft_err *err)
{
    char list[512];

    if (ft_yaml_want(node, FT_Y_SCALAR, what, err) < 0)
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(node->text, names[i]) == 0)
            return (int)i;
    }
    ft_yerr(node, err, "%s cannot be '%s'", what, node->text);
    const char *near = ft_nearest_name(node->text, names, n);
    if (near)
        ft_err_hint(err, "did you mean '%s'?", near);
    else
        ft_err_hint(err, "it is one of %s", list_names(names, n, list, sizeof list));
    return -1;
}
