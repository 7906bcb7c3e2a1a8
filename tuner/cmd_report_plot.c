/* cmd_report_plot.c -- plots by gnuplot, as SVG for inclusion in an HTML page
 *
 * The idea: all plots of a page are one script, run by one gnuplot in a directory of its own. A
 * plot is a data file and a few variables; what it looks like is in report/TEMPLATE.gp. Its SVG is
 * made fit for a page by cmd_report_svg.c.
 *
 * The directory is removed by ft_plots_free.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/fs.h"
#include "cmd_report.h"
#include "cmd_report_figures.h"
#include "cmd_report_html.h"
#include "cmd_report_svg.h"

extern char **environ;

struct plot {
    const char *name, *template_name, *alt;
    int width, height;
    struct ft_buf data, set, svg;
};
struct link {
    const char *href, *title;
};
struct ft_plots {
    struct ft_arena *arena;
    char *dir, *share;
    struct plot **items;
    size_t n, cap;
    struct link *links;
    size_t n_links, cap_links;
    struct ft_svg_symbols symbols;
};

struct ft_plots *ft_plots_new(struct ft_arena *arena, struct ft_err *err)
{
    struct ft_plots *p = ft_calloc(1, sizeof *p);
    const char *temp = getenv("TMPDIR");
    p->arena = arena;
    p->dir = ft_asprintf("%s/fatune-report-XXXXXX", temp && *temp ? temp : "/tmp");
    if (!mkdtemp(p->dir)) {
        ft_err_errno(err, "cannot make the directory '%s'", p->dir);
        free(p->dir);
        p->dir = NULL;
    } else {
        p->share = ft_fs_share("report", err);
    }
    if (p->share)
        return p;
    ft_plots_free(p);
    return NULL;
}

size_t ft_plots_add(struct ft_plots *p, const char *template_name, int width, int height,
                    const char *alt, struct ft_buf **data, struct ft_buf **set)
{
    struct plot *plot = ft_calloc(1, sizeof *plot);
    FT_GROW(p->items, p->n + 1, p->cap);
    p->items[p->n] = plot;
    plot->name = ft_arena_printf(p->arena, "p%zu", p->n);
    plot->template_name = ft_arena_strdup(p->arena, template_name);
    plot->alt = ft_arena_strdup(p->arena, alt);
    plot->width = width;
    plot->height = height;
    *data = &plot->data;
    *set = &plot->set;
    return p->n++;
}

size_t ft_plots_link(struct ft_plots *p, const char *href, const char *title)
{
    FT_GROW(p->links, p->n_links + 1, p->cap_links);
    p->links[p->n_links] =
        (struct link){ft_arena_strdup(p->arena, href), ft_arena_strdup(p->arena, title)};
    return p->n_links++;
}

/* ---- running gnuplot ---- */

void ft_plots_quote(struct ft_buf *out, const char *text)
{
    ft_buf_putc(out, '\'');
    for (; *text; text++) {
        if (*text == '\'')
            ft_buf_putc(out, '\'');
        ft_buf_putc(out, *text);
    }
    ft_buf_putc(out, '\'');
}

static void put_variable(struct ft_buf *script, const char *name, const char *dir, const char *file,
                         const char *suffix)
{
    char *path = ft_asprintf("%s%s%s%s", dir, *file ? "/" : "", file, suffix);
    ft_buf_printf(script, "%s = ", name);
    ft_plots_quote(script, path);
    ft_buf_putc(script, '\n');
    free(path);
}

static void put_load(struct ft_buf *script, const char *dir, const char *file)
{
    char *path = ft_asprintf("%s/%s.gp", dir, file);
    ft_buf_puts(script, "load ");
    ft_plots_quote(script, path);
    ft_buf_putc(script, '\n');
    free(path);
}

static int write_file(const struct ft_plots *p, const char *name, const char *suffix,
                      const struct ft_buf *text, struct ft_err *err)
{
    char *path = ft_asprintf("%s/%s%s", p->dir, name, suffix);
    int rc = ft_fs_write_atomic(path, ft_buf_str(text), text->len, err);
    free(path);
    return rc;
}

static int write_script(const struct ft_plots *p, struct ft_err *err)
{
    struct ft_buf script = FT_BUF_INIT;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < p->n; i++) {
        const struct plot *plot = p->items[i];
        ft_buf_printf(&script, "reset\nname = '%s'\nwidth = %d.0\nheight = %d.0\n", plot->name,
                      plot->width, plot->height);
        put_variable(&script, "out", p->dir, plot->name, ".svg");
        put_variable(&script, "data", p->dir, plot->name, ".dat");
        put_variable(&script, "share", p->share, "", "");
        put_load(&script, p->share, "style");
        ft_buf_puts(&script, ft_buf_str(&plot->set));
        put_load(&script, p->share, plot->template_name);
        rc = write_file(p, plot->name, ".dat", &plot->data, err);
    }
    if (rc == 0)
        rc = write_file(p, "plots", ".gp", &script, err);
    ft_buf_free(&script);
    return rc;
}

/* 1: done, 0: not installed, -1. */
static int run_gnuplot(const struct ft_plots *p, struct ft_err *err)
{
    char *script = ft_asprintf("%s/plots.gp", p->dir), *log = ft_asprintf("%s/log", p->dir);
    char gnuplot[] = "gnuplot", defaults[] = "-d"; /* no start-up files of the user's */
    char *argv[] = {gnuplot, defaults, script, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 0, rc = -1;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 2, 1);
    int failed = posix_spawnp(&pid, gnuplot, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed == ENOENT || failed == EACCES) {
        rc = 0;
    } else if (failed) {
        errno = failed;
        ft_err_errno(err, "cannot start gnuplot");
    } else {
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
        rc = 1;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            struct ft_buf text = FT_BUF_INIT;
            ft_fs_read(log, &text, NULL);
            rc = ft_err_set(err, FT_ERR_ENV, "gnuplot failed: %.1500s",
                            text.len ? text.data : "it said nothing");
            ft_err_hint(err, "version 5.4 or newer is wanted; 'gnuplot --version' shows it");
            ft_buf_free(&text);
        }
    }
    free(script);
    free(log);
    return rc;
}

int ft_plots_draw(struct ft_plots *p, struct ft_err *err)
{
    if (write_script(p, err) < 0)
        return -1;
    int rc = run_gnuplot(p, err);
    for (size_t i = 0; rc == 1 && i < p->n; i++) {
        char *path = ft_asprintf("%s/%s.svg", p->dir, p->items[i]->name);
        if (ft_fs_read(path, &p->items[i]->svg, err) < 0)
            rc = -1;
        free(path);
    }
    return rc;
}

/* ---- pieces of the page ---- */

static int put_link(const void *ctx, size_t number, struct ft_buf *out)
{
    const struct ft_plots *p = ctx;
    if (number >= p->n_links)
        return 0;
    ft_buf_puts(out, "<a href=\"");
    ft_html_text(out, p->links[number].href);
    ft_buf_puts(out, "\"><title>");
    ft_html_text(out, p->links[number].title);
    ft_buf_puts(out, "</title>");
    return 1;
}

void ft_plots_put(struct ft_plots *p, size_t number, struct ft_buf *out)
{
    const struct plot *plot = p->items[number];
    ft_buf_printf(out, "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
                  plot->width, plot->height);
    ft_html_text(out, plot->alt);
    ft_buf_puts(out, "\">\n");
    ft_svg_put(ft_buf_str(&plot->svg), put_link, p, &p->symbols, out);
    ft_buf_puts(out, "</svg>\n");
}

void ft_plots_put_symbols(const struct ft_plots *p, struct ft_buf *out)
{
    ft_svg_put_symbols(&p->symbols, out);
}

void ft_plots_free(struct ft_plots *p)
{
    char **names = NULL;
    size_t n = 0;
    if (!p)
        return;
    if (p->dir && ft_fs_list(p->dir, &names, &n, NULL) == 0) {
        for (size_t i = 0; i < n; i++) {
            char *path = ft_fs_join(p->dir, names[i]);
            unlink(path);
            free(path);
            free(names[i]);
        }
        free(names);
        rmdir(p->dir);
    }
    for (size_t i = 0; i < p->n; i++) {
        ft_buf_free(&p->items[i]->data);
        ft_buf_free(&p->items[i]->set);
        ft_buf_free(&p->items[i]->svg);
        free(p->items[i]);
    }
    ft_svg_free_symbols(&p->symbols);
    free(p->items);
    free(p->links);
    free(p->dir);
    free(p->share);
    free(p);
}
