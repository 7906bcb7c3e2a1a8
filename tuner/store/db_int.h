/* db_int.h -- private to store/: the handle, and statements with bound arguments in one call */
#ifndef FT_DB_INT_H
#define FT_DB_INT_H
#include <sqlite3.h>
#include "store/db.h"

#define FT_DB_VERSION        2 /* PRAGMA user_version of schema.sql */
#define FT_DB_OLDEST         1 /* that db_migrate.c brings along */
#define FT_DB_APPLICATION_ID 1179931982
#define FT_DB_MAX_STATEMENTS 48

struct ft_db {
    sqlite3 *sql;
    char *path;
    int is_read_only;
    int in_transaction; /* between ft_db_begin and ft_db_commit */
    struct {
        const char *text; /* a string literal: found by address */
        sqlite3_stmt *stmt;
    } statements[FT_DB_MAX_STATEMENTS];
    size_t n_statements;
};

/* The time of day as the schema stores it, inside SQL text. */
#define FT_DB_NOW "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

extern const char ft_db_schema[]; /* schema.sql */
/* One number of a statement that is run once; -1 with err. */
int ft_db_read_int(struct ft_db *db, const char *sql, int64_t *out, struct ft_err *err);
/* Of a file whose version is older. What fails leaves it as it was. */
int ft_db_migrate(struct ft_db *db, struct ft_err *err);

/* Turns SQLite's last failure into a message for a person. Returns -1. */
int ft_db_fail(struct ft_db *db, struct ft_err *err);

/* Arguments follow `types`, one letter each:
 *     i int   l int64_t   d double (NaN: NULL)   t const char * (NULL: '')   b const void *, size_t
 * (NULL: NULL) I, L, D the same, but a value <= 0 means unknown and is stored as NULL sql must be a
 * string literal: its statement is kept for the next call. */
int ft_db_exec(struct ft_db *db, struct ft_err *err, const char *sql, const char *types, ...);
/* First column of the first row; 0 when there is no row or it is NULL; -1 on failure. */
int64_t ft_db_query_int(struct ft_db *db, struct ft_err *err, const char *sql, const char *types,
                        ...);

/* Several statements as one: ft_db_unit_end(db, rc, err) commits when rc is 0, else undoes, and
 * returns the new rc. */
int ft_db_unit_begin(struct ft_db *db, struct ft_err *err);
int ft_db_unit_end(struct ft_db *db, int rc, struct ft_err *err);

/* Registers the SQL functions of db_func.c. Returns SQLite's code. */
int ft_db_add_functions(sqlite3 *sql);
/* Operations and least bytes of a problem, uneven lengths included. */
void ft_db_problem_sizes(const struct ft_problem *problem, double *flops, double *min_bytes);

#endif
