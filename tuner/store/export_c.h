/* export_c.h -- winners as a C header: tables and a function that chooses as the library does */
#ifndef FT_EXPORT_C_H
#define FT_EXPORT_C_H
#include "runtime/code.h"
#include "store/export.h"

/* Appends the header's text to out. `name` starts every name in it: an identifier. `made` says what
 * made it. No winner that can be exported is an error. The same winners give the same bytes. */
int ft_export_c(struct ft_db *db, const struct ft_db_filter *filter, const char *name,
                const char *made, struct ft_buf *out, struct ft_export_counts *counts,
                struct ft_err *err);

/* A path's last part as an identifier: "out/qwen3-8b.h" is "qwen3_8b". Caller frees. */
char *ft_export_c_name(const char *path);

/* ---- private to export_c*.c ---- */

/* An expression of the launch as a C condition over `v->...`, with '@' and '$' as in the texts
 * below; regs is the build's. Sets *is_checked when it needs ft_export_c_checked. The arena owns
 * the result. */
struct ft_arena;
const char *ft_export_c_condition(struct ft_arena *arena, const struct ft_code *code, int regs,
                                  int *is_checked);

extern const char ft_export_c_types[], ft_export_c_checked[], ft_export_c_choice[];
#endif
