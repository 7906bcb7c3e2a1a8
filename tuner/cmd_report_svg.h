/* cmd_report_svg.h -- gnuplot's SVG documents as short pieces of a page */
#ifndef FT_CMD_REPORT_SVG_H
#define FT_CMD_REPORT_SVG_H
#include "base/buf.h"

/* Point symbols in their sizes, those that pieces refer to. */
struct ft_svg_symbols {
    struct ft_svg_symbol {
        int number;   /* as gnuplot counts them */
        double scale; /* of gnuplot's unit symbol */
    } * items;
    size_t n, cap;
};
/* Appends "<svg ...>...</svg>" with their definitions, once a page. */
void ft_svg_put_symbols(const struct ft_svg_symbols *symbols, struct ft_buf *out);
void ft_svg_free_symbols(struct ft_svg_symbols *symbols);

/* Appends the start of the link that a point with this number is, "<a ...><title>...</title>".
 * Returns 0 where there is none. */
typedef int ft_svg_link_fn(const void *ctx, size_t number, struct ft_buf *out);

/* Appends what a document of gnuplot's draws, without its <svg> element. */
void ft_svg_put(const char *document, ft_svg_link_fn *link, const void *link_ctx,
                struct ft_svg_symbols *symbols, struct ft_buf *out);

#endif
