/* log.h -- messages to stderr, by level and area; stdout belongs to data
 *
 * Levels: 0 quiet (-q), 1 normal, 2 verbose (-v). ft_warn and ft_note print at level >= 1, ft_info
 * at 2. A progress line drawn on a TTY is cleared before a message is printed.
 */
#ifndef FT_LOG_H
#define FT_LOG_H

extern int ft_log_level;
void ft_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));  /* "warning: ..." */
void ft_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));  /* plain line */
void ft_info(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* One status line on stderr, redrawn in place on a TTY. Off a TTY (or with NO_PROGRESS set) it is a plain line at
 * most every 10 s. An empty text erases the line. */
void ft_progress(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int ft_progress_is_tty(void);

#endif
