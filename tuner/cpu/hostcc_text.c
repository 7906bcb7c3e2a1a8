/* hostcc_text.c -- what the host compiler needs of a source, and what its log says
 *
 * Text alone: the kernels of kernel.cu are found by reading it, as only their names are missing in
 * the unit; no preprocessor runs, so a kernel that #if leaves out counts too. The log becomes what
 * NVRTC would have written, for all who read logs.
 */
#include "cpu/hostcc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* ---- the kernels of a source ---- */

/* Past a string or a character that begins at s. */
static const char *skip_quoted(const char *s)
{
    const char quote = *s++;

    while (*s && *s != quote && *s != '\n')
        s += s[0] == '\\' && s[1] ? 2 : 1;
    return *s ? s + 1 : s;
}

static const char *skip_comment(const char *s)
{
    const char *end = s[1] == '/' ? strchr(s, '\n') : strstr(s + 2, "*/");

    if (!end)
        return s + strlen(s);
    return s[1] == '/' ? end : end + 2;
}

static int is_comment(const char *s)
{
    return s[0] == '/' && (s[1] == '/' || s[1] == '*');
}

static int is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next word, bracket or other character of code: its length, 0 at the end. Numbers are words,
 * with the ' that may stand in them. */
static size_t next_token(const char **at)
{
    const char *s = *at;
    size_t n = 1;

    while (*s && (isspace((unsigned char)*s) || is_comment(s) || *s == '"' || *s == '\'')) {
        if (is_comment(s))
            s = skip_comment(s);
        else
            s = isspace((unsigned char)*s) ? s + 1 : skip_quoted(s);
    }
    *at = s;
    if (!*s)
        return 0;
    if (is_name(*s)) {
        while (is_name(s[n]) || (s[n] == '\'' && isdigit((unsigned char)*s) && is_name(s[n + 1])))
            n++;
    }
    return n;
}

/* Past the bracket that closes the one at s. */
static const char *skip_brackets(const char *s)
{
    int depth = 0;

    for (size_t n; (n = next_token(&s)) > 0; s += n) {
        depth += (*s == '(') - (*s == ')');
        if (depth == 0)
            return s + n;
    }
    return s;
}

static int is_listed(const char *names, const char *name, size_t n)
{
    for (const char *at = names; *at; at += strspn(at, ", ")) {
        const size_t length = strcspn(at, ",");

        if (length == n && strncmp(at, name, n) == 0)
            return 1;
        at += length;
    }
    return 0;
}

/* The name of the function that is declared from s on: the word before a bracket that is none of
 * CUDA's own, such as __launch_bounds__. NULL where no function follows. */
static const char *function_name(const char *s, size_t *length)
{
    for (size_t n; (n = next_token(&s)) > 0;) {
        const char *word = s;
        size_t bracket;

        if (!is_name(*word))
            return NULL;
        s += n;
        bracket = next_token(&s);
        if (bracket == 0 || *s != '(')
            continue;
        if (strncmp(word, "__", 2) != 0) {
            *length = n;
            return word;
        }
        s = skip_brackets(s);
    }
    return NULL;
}

int ft_hostcc_entries(const char *source, struct ft_buf *names)
{
    static const char mark[] = "__global__";
    int n_entries = 0;

    for (size_t n; (n = next_token(&source)) > 0; source += n) {
        const char *name;
        size_t length;

        if (n != sizeof mark - 1 || strncmp(source, mark, n) != 0)
            continue;
        name = function_name(source + n, &length);
        if (name && !is_listed(ft_buf_str(names), name, length)) {
            ft_buf_printf(names, "%s%.*s", n_entries ? ", " : "", (int)length, name);
            n_entries++;
        }
    }
    return n_entries;
}

/* ---- dynamic shared memory by name ---- */

static int is_word(const char *s, size_t n, const char *word)
{
    return n == strlen(word) && strncmp(s, word, n) == 0;
}

/* `extern __shared__ T name[];` that begins at s: past it, with type and name; NULL when it is
 * something else. */
static const char *take_dynamic(const char *s, struct ft_buf *type, struct ft_buf *name)
{
    size_t n = next_token(&s);

    if (!is_word(s, n, "extern"))
        return NULL;
    s += n;
    n = next_token(&s);
    if (!is_word(s, n, "__shared__"))
        return NULL;
    s += n;
    while ((n = next_token(&s)) > 0 && *s != '[' && *s != ';') {
        if (is_word(s, n, "__align__") || is_word(s, n, "alignas")) {
            s += n;
            next_token(&s);
            s = skip_brackets(s);
            continue;
        }
        if (name->len > 0)
            ft_buf_printf(type, "%s%s", type->len > 0 ? " " : "", ft_buf_str(name));
        ft_buf_clear(name);
        ft_buf_add(name, s, n);
        s += n;
    }
    const char *end = strchr(s, ';');

    return *s == '[' && end && type->len > 0 ? end + 1 : NULL;
}

/* The bytes of CUDA's dynamic shared memory have the names that kernels give them. Here each is a
 * macro for where the running CTA has them. */
void ft_hostcc_source(const char *source, struct ft_buf *out)
{
    const char *done = source, *at = source;

    ft_buf_puts(out, "#line 1 \"kernel.cu\"\n");
    for (size_t n; (n = next_token(&at)) > 0; at += n) {
        struct ft_buf type = FT_BUF_INIT, name = FT_BUF_INIT;
        const char *end = is_word(at, n, "extern") ? take_dynamic(at, &type, &name) : NULL;

        if (end) {
            int line = 1;

            for (const char *c = source; c < end; c++)
                line += *c == '\n';
            ft_buf_add(out, done, (size_t)(at - done));
            ft_buf_printf(out,
                          "\n#define %s ((%s *)ft_cpu::dynamic_smem())\n#line %d \"kernel.cu\"\n",
                          ft_buf_str(&name), ft_buf_str(&type), line);
            done = end;
            at = end;
            n = 0;
        }
        ft_buf_free(&type);
        ft_buf_free(&name);
    }
    ft_buf_puts(out, done);
}

/* ---- the log ---- */

static void replace(struct ft_buf *line, const char *old, const char *new)
{
    struct ft_buf made = FT_BUF_INIT;
    const char *at = ft_buf_str(line);

    for (const char *found; (found = strstr(at, old)); at = found + strlen(old)) {
        ft_buf_add(&made, at, (size_t)(found - at));
        ft_buf_puts(&made, new);
    }
    ft_buf_puts(&made, at);
    ft_buf_free(line);
    *line = made;
}

/* `FILE:12:5: rest` and `FILE:12: rest` become `FILE(12): rest`; other lines stay. */
static void put_line(const char *line, struct ft_buf *log)
{
    static const char digits[] = "0123456789";

    const char *colon = strchr(line, ':');

    if (*line == ' ' || strncmp(line, "In file included", 16) == 0)
        colon = NULL; /* code that is shown, and who includes whom: no messages */
    for (; colon; colon = strchr(colon + 1, ':')) {
        const size_t n = strspn(colon + 1, digits);
        const char *rest = colon + 1 + n;

        if (n == 0 || *rest != ':')
            continue;
        if (isdigit((unsigned char)rest[1]) && rest[1 + strspn(rest + 1, digits)] == ':')
            rest += 1 + strspn(rest + 1, digits);
        rest++;
        ft_buf_printf(log, "%.*s(%.*s): %s\n", (int)(colon - line), line, (int)n, colon + 1,
                      rest + strspn(rest, " "));
        return;
    }
    ft_buf_printf(log, "%s\n", line);
}

void ft_hostcc_log(const char *text, const char *dir, const char *source_path, struct ft_buf *log)
{
    char *prefix = ft_asprintf("%s/", dir);

    while (*text) {
        const size_t n = strcspn(text, "\n");
        struct ft_buf line = FT_BUF_INIT;

        ft_buf_add(&line, text, n);
        replace(&line, prefix, "");
        replace(&line, source_path, "kernel.cu");
        put_line(ft_buf_str(&line), log);
        ft_buf_free(&line);
        text += n + (text[n] == '\n');
    }
    free(prefix);
}
