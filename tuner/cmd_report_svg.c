/* cmd_report_svg.c -- gnuplot's SVG documents as short pieces of a page
 *
 * The idea: gnuplot repeats its style at each element. Here an element goes to a bucket of its
 * style, and a bucket is written as one path, or as one group that carries the style once. Colours
 * by role (report/style.gp) become classes of page.css, coordinates get one decimal, points that
 * carry a number become links.
 *
 * Invariant: buckets are emptied where gnuplot begins or ends a part of a plot (axes, or what one
 * element of the plot command draws), so parts stay in gnuplot's order. Within a part, things of
 * different styles must not lie upon each other unless the later style was first seen later.
 */
#include "cmd_report_svg.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

/* ---- symbols ---- */

/* gnuplot's own, those that the templates use, in its unit size. */
static const struct {
    int number;
    const char *shape;
} shapes[] = {
    {4, "<rect x=\"-1\" y=\"-1\" width=\"2\" height=\"2\" fill=\"currentColor\""},
    {5, "<circle r=\".85\" fill=\"none\" stroke=\"currentColor\" stroke-width=\".4\""},
    {6, "<circle r=\"1\" fill=\"currentColor\""},
    {8, "<path d=\"M0,-1.33 L-1.33,0.67 L1.33,0.67 z\" fill=\"currentColor\""},
    {10, "<path d=\"M0,1.33 L-1.33,-0.67 L1.33,-0.67 z\" fill=\"currentColor\""},
    {12, "<path d=\"M0,-1.4 L1.4,0 L0,1.4 L-1.4,0 z\" fill=\"currentColor\""},
};
#define N_SHAPES (sizeof shapes / sizeof *shapes)

static const char *shape_of(int number)
{
    for (size_t i = 0; i < N_SHAPES; i++)
        if (shapes[i].number == number)
            return shapes[i].shape;
    return shapes[0].shape; /* of a template that uses another one */
}

static size_t use_symbol(struct ft_svg_symbols *symbols, int number, double scale)
{
    for (size_t i = 0; i < symbols->n; i++)
        if (symbols->items[i].number == number && fabs(symbols->items[i].scale - scale) < 1e-3)
            return i;
    FT_GROW(symbols->items, symbols->n + 1, symbols->cap);
    symbols->items[symbols->n] = (struct ft_svg_symbol){number, scale};
    return symbols->n++;
}

void ft_svg_put_symbols(const struct ft_svg_symbols *symbols, struct ft_buf *out)
{
    ft_buf_puts(out,
                "<svg class=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n");
    for (size_t i = 0; i < symbols->n; i++)
        ft_buf_printf(out, "%s id=\"pt%zu\" transform=\"scale(%.4g)\"/>\n",
                      shape_of(symbols->items[i].number), i, symbols->items[i].scale);
    ft_buf_puts(out, "</defs></svg>\n");
}

void ft_svg_free_symbols(struct ft_svg_symbols *symbols)
{
    free(symbols->items);
    *symbols = (struct ft_svg_symbols){0};
}

/* ---- buckets ---- */

enum kind { TEXT, PATH, POINTS };
struct bucket {
    enum kind kind;
    char style[128]; /* attributes, with a space before each */
    size_t n;
    struct ft_buf items; /* of a path: its d */
};
struct state {
    struct bucket *buckets;
    size_t n_buckets, cap_buckets;
    double stroke_width;
    int depth, part_depth, link_depth; /* of groups; 0: not in such a one */
    char text_style[96], text_place[64];
    struct ft_buf link; /* its start, while in one */
    struct ft_svg_symbols *symbols;
    ft_svg_link_fn *get_link;
    const void *link_ctx;
    struct ft_buf *out;
};

static struct bucket *bucket_of(struct state *s, enum kind kind, const char *style)
{
    for (size_t i = 0; i < s->n_buckets; i++)
        if (s->buckets[i].kind == kind && strcmp(s->buckets[i].style, style) == 0)
            return &s->buckets[i];
    FT_GROW(s->buckets, s->n_buckets + 1, s->cap_buckets);
    struct bucket *b = &s->buckets[s->n_buckets++];
    *b = (struct bucket){.kind = kind};
    snprintf(b->style, sizeof b->style, "%s", style);
    return b;
}

static void empty_buckets(struct state *s)
{
    for (size_t i = 0; i < s->n_buckets; i++) {
        struct bucket *b = &s->buckets[i];
        const char *items = ft_buf_str(&b->items);
        if (b->kind == PATH)
            ft_buf_printf(s->out, "<path%s d=\"%s\"/>\n", b->style, items);
        else if (b->kind == TEXT && b->n == 1)
            ft_buf_printf(s->out, "<text%s%s\n", b->style, items + strlen("<text"));
        else
            ft_buf_printf(s->out, "<g%s>%s</g>\n", b->style, items);
        ft_buf_free(&b->items);
    }
    s->n_buckets = 0;
}

/* ---- tags ---- */

struct tag {
    const char *name, *end; /* end: after its '>' */
    int is_close;
};

static struct tag read_tag(const char *at) /* at its '<' */
{
    struct tag tag = {.name = at + 1};
    tag.is_close = *tag.name == '/';
    tag.name += tag.is_close;
    char quote = '\0';
    for (at = tag.name; *at && (quote || *at != '>'); at++) {
        if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? '\0' : *at;
    }
    tag.end = *at ? at + 1 : at;
    return tag;
}

static int is_named(const struct tag *tag, const char *name)
{
    size_t n = strlen(name);
    return strncmp(tag->name, name, n) == 0 && strchr(" \t\n/>", tag->name[n]);
}

/* The value of an attribute: name, '=' and a quoted text, with spaces or without. NULL: not there.
 */
static const char *attribute(const struct tag *tag, const char *name, size_t *bytes)
{
    size_t n = strlen(name);
    for (const char *at = tag->name; (at = memmem(at, (size_t)(tag->end - at), name, n)); at += n) {
        const char *value = at + n + strspn(at + n, " ");
        if (!strchr(" \t\n", at[-1]) || *value != '=')
            continue;
        value += 1 + strspn(value + 1, " ");
        const char *close = *value == '"' || *value == '\'' ? strchr(value + 1, *value) : NULL;
        if (!close)
            return NULL;
        *bytes = (size_t)(close - value) - 1;
        return value + 1;
    }
    return NULL;
}

/* The next number before the end, whatever stands before it. 0: there is none. */
static int next_number(const char **at, const char *end, double *v)
{
    while (*at < end && !strchr("0123456789-", **at))
        ++*at;
    if (*at >= end)
        return 0;
    char *after;
    *v = strtod(*at, &after);
    *at = after > *at ? after : *at + 1;
    return 1;
}

/* Numbers of an attribute, up to max: three of "translate(70.19,195.61) scale(2.48)". */
static int numbers_of(const struct tag *tag, const char *name, double *out, int max)
{
    size_t bytes;
    const char *value = attribute(tag, name, &bytes);
    int n = 0;
    for (const char *at = value; value && n < max && next_number(&at, value + bytes, &out[n]);)
        n++;
    return n;
}

/* The number of a role: 4 for "rgb(  4,   4,   4)". Anything else is ink, 1. */
static int role_of(const struct tag *tag, const char *name)
{
    double v;
    return numbers_of(tag, name, &v, 1) == 1 && v < 64 ? (int)v : 1;
}

/* ---- numbers ---- */

/* Coordinates are kept in tenths: what is equal on the page is equal here. */
static long tenths(double v)
{
    return lround(v * 10);
}

static void put_tenths(struct ft_buf *out, long v)
{
    if (v % 10)
        ft_buf_printf(out, "%s%ld.%ld", v < 0 ? "-" : "", labs(v) / 10, labs(v) % 10);
    else
        ft_buf_printf(out, "%ld", v / 10);
}

struct pen {
    struct ft_buf *d;
    long x, y;
    char command; /* last one written; 0: moved, and the move is not written yet */
};

static void move_to(struct pen *pen, long x, long y)
{
    pen->x = x;
    pen->y = y;
    pen->command = 0;
}

static void line_to(struct pen *pen, long x, long y)
{
    if (x == pen->x && y == pen->y)
        return;
    if (!pen->command) {
        ft_buf_putc(pen->d, 'M');
        put_tenths(pen->d, pen->x);
        ft_buf_putc(pen->d, ' ');
        put_tenths(pen->d, pen->y);
        pen->command = 'L'; /* what follows a move is a line */
    }
    char command = y == pen->y ? 'H' : x == pen->x ? 'V' : 'L';
    if (command != 'L' || command != pen->command)
        ft_buf_putc(pen->d, command);
    else
        ft_buf_putc(pen->d, ' ');
    if (command != 'V')
        put_tenths(pen->d, x);
    if (command == 'L')
        ft_buf_putc(pen->d, ' ');
    if (command != 'H')
        put_tenths(pen->d, y);
    pen->command = command;
    pen->x = x;
    pen->y = y;
}

/* Reads "x,y" and goes on. 0: there is none. */
static int read_point(const char **at, const char *end, long *x, long *y)
{
    double u, v;
    if (!next_number(at, end, &u) || !next_number(at, end, &v))
        return 0;
    *x = tenths(u);
    *y = tenths(v);
    return 1;
}

/* ---- elements ---- */

static void add_path(struct state *s, const struct tag *tag)
{
    size_t n_d, n_dash = 0;
    const char *d = attribute(tag, "d", &n_d), *dash = attribute(tag, "stroke-dasharray", &n_dash);
    char style[128], width[40] = "";
    struct ft_buf text = FT_BUF_INIT;
    struct pen pen = {.d = &text};
    long x, y;
    if (!d)
        return;
    for (const char *at = d, *end = d + n_d; at < end;) {
        at += strspn(at, " \t\n");
        char command = *at == 'M' || *at == 'L' ? *at++ : 0;
        if (!command || !read_point(&at, end, &x, &y))
            break;
        if (command == 'M')
            move_to(&pen, x, y);
        else
            line_to(&pen, x, y);
    }
    if (fabs(s->stroke_width - 1) > 1e-3)
        snprintf(width, sizeof width, " stroke-width=\"%.3g\"", s->stroke_width);
    snprintf(style, sizeof style, " class=\"r%d\"%s%s%.*s%s", role_of(tag, "stroke"), width,
             dash ? " stroke-dasharray=\"" : "", (int)n_dash, dash ? dash : "", dash ? "\"" : "");
    if (text.len > 0) /* tics of no length are empty */
        ft_buf_add(&bucket_of(s, PATH, style)->items, text.data, text.len);
    ft_buf_free(&text);
}

static void add_polygon(struct state *s, const struct tag *tag)
{
    size_t bytes;
    const char *at = attribute(tag, "points", &bytes), *end = at + bytes;
    char style[40];
    long x, y, first_x, first_y;
    if (!at || !read_point(&at, end, &first_x, &first_y))
        return;
    snprintf(style, sizeof style, " class=\"f r%d\"", role_of(tag, "fill"));
    struct pen pen = {.d = &bucket_of(s, PATH, style)->items};
    move_to(&pen, first_x, first_y);
    while (read_point(&at, end, &x, &y))
        if (x != first_x || y != first_y)
            line_to(&pen, x, y);
    if (pen.command)
        ft_buf_putc(pen.d, 'z');
}

static void add_point(struct state *s, const struct tag *tag)
{
    double number, place[3]; /* x, y, scale */
    char style[40];
    if (numbers_of(tag, "xlink:href", &number, 1) < 1 || numbers_of(tag, "transform", place, 3) < 3)
        return;
    snprintf(style, sizeof style, " class=\"r%d\"", role_of(tag, "color"));
    struct ft_buf *items = &bucket_of(s, POINTS, style)->items;
    ft_buf_puts(items, ft_buf_str(&s->link));
    ft_buf_printf(items, "<use href=\"#pt%zu\" x=\"",
                  use_symbol(s->symbols, (int)number, place[2]));
    put_tenths(items, tenths(place[0]));
    ft_buf_puts(items, "\" y=\"");
    put_tenths(items, tenths(place[1]));
    ft_buf_puts(items, s->link.len ? "\"/></a>\n" : "\"/>\n");
}

/* A group that places the text in it. */
static void begin_text(struct state *s, const struct tag *tag, const char *anchor)
{
    double place[3], size = 11; /* place: x, y, angle */
    char shown_size[32] = "";
    struct ft_buf text = FT_BUF_INIT;
    int n = numbers_of(tag, "transform", place, 3);
    if (n < 2)
        return;
    ft_buf_puts(&text, n == 3 ? " transform=\"translate(" : " x=\"");
    put_tenths(&text, tenths(place[0]));
    ft_buf_puts(&text, n == 3 ? " " : "\" y=\"");
    put_tenths(&text, tenths(place[1]));
    if (n == 3)
        ft_buf_printf(&text, ")rotate(%g)", place[2]);
    ft_buf_putc(&text, '"');
    snprintf(s->text_place, sizeof s->text_place, "%s", ft_buf_str(&text));
    ft_buf_free(&text);
    if (numbers_of(tag, "font-size", &size, 1) == 1 && fabs(size - 11) > 1e-3) /* page.css: 11 */
        snprintf(shown_size, sizeof shown_size, " font-size=\"%g\"", size);
    snprintf(s->text_style, sizeof s->text_style, " class=\"%sr%d\"%s",
             *anchor == 'm'   ? "m "
             : *anchor == 'e' ? "e "
                              : "",
             role_of(tag, "fill"), shown_size);
}

/* Returns what follows the text. */
static const char *add_text(struct state *s, const struct tag *tag)
{
    const char *text = tag->end + strspn(tag->end, " \t\n"), *end = strstr(text, "</text>");
    if (!end)
        return tag->end;
    size_t bytes = (size_t)(end - text);
    while (bytes > 0 && strchr(" \t\n", text[bytes - 1]))
        bytes--;
    if (bytes > 0) {
        struct bucket *b = bucket_of(s, TEXT, s->text_style);
        ft_buf_printf(&b->items, "%s<text%s>%.*s</text>", b->n++ ? "\n" : "", s->text_place,
                      (int)bytes, text);
    }
    return end + strlen("</text>");
}

static void begin_group(struct state *s, const struct tag *tag)
{
    size_t bytes;
    const char *value;
    s->depth++;
    if (attribute(tag, "id", &bytes)) {
        empty_buckets(s);
        s->part_depth = s->depth;
    }
    if ((value = attribute(tag, "stroke-width", &bytes)))
        s->stroke_width = strtod(value, NULL);
    if ((value = attribute(tag, "text-anchor", &bytes)))
        begin_text(s, tag, value);
    if ((value = attribute(tag, "onmousemove", &bytes)) && (value = strchr(value, '\''))) {
        s->link_depth = s->depth;
        if (!s->get_link(s->link_ctx, strtoul(value + 1, NULL, 10), &s->link))
            ft_buf_clear(&s->link);
    }
}

static void end_group(struct state *s)
{
    if (s->depth == s->part_depth) {
        empty_buckets(s);
        s->part_depth = 0;
    }
    if (s->depth == s->link_depth) {
        ft_buf_clear(&s->link);
        s->link_depth = 0;
    }
    s->depth--;
}

void ft_svg_put(const char *document, ft_svg_link_fn *link, const void *link_ctx,
                struct ft_svg_symbols *symbols, struct ft_buf *out)
{
    struct state s = {
        .stroke_width = 1, .symbols = symbols, .get_link = link, .link_ctx = link_ctx, .out = out};
    const char *at = strstr(document, "</defs>"); /* its own symbols, filters */
    while (at && (at = strchr(at, '<'))) {
        struct tag tag = read_tag(at);
        at = tag.end;
        if (is_named(&tag, "g") && tag.is_close)
            end_group(&s);
        else if (is_named(&tag, "g"))
            begin_group(&s, &tag);
        else if (is_named(&tag, "path"))
            add_path(&s, &tag);
        else if (is_named(&tag, "polygon"))
            add_polygon(&s, &tag);
        else if (is_named(&tag, "use"))
            add_point(&s, &tag);
        else if (is_named(&tag, "text") && !tag.is_close)
            at = add_text(&s, &tag);
    }
    empty_buckets(&s);
    ft_buf_free(&s.link);
    free(s.buckets);
}
