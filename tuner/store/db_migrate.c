/* db_migrate.c -- a file of an older version becomes one of this version, where it stands
 *
 * Each step adds what its version added to the tables; rows stay as they are. Then all views are
 * made again from schema.sql. It is one transaction: a file that cannot be converted is unchanged.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "store/db_int.h"

/* [v]: from version v to v + 1. */
static const char *const steps[FT_DB_VERSION] = {
    [1] = "ALTER TABLE winner ADD COLUMN rigor TEXT NOT NULL DEFAULT '';"
          "ALTER TABLE winner ADD COLUMN n_configs INTEGER;"
          "ALTER TABLE winner ADD COLUMN is_throttled INTEGER NOT NULL DEFAULT 0 "
          "CHECK (is_throttled IN (0, 1));",
};

static int run(struct ft_db *db, const char *sql, struct ft_err *err)
{
    return sqlite3_exec(db->sql, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : ft_db_fail(db, err);
}

static int add_drop(void *ctx, int n, char **values, char **names)
{
    (void)n;
    (void)names;
    ft_buf_printf(ctx, "DROP VIEW \"%s\";", values[0]);
    return 0;
}

static int make_views(struct ft_db *db, struct ft_err *err)
{
    const char *views = strstr(ft_db_schema, "\n-- Views\n");
    struct ft_buf drops = FT_BUF_INIT;
    if (!views)
        return ft_err_set(err, FT_ERR_INTERNAL, "the schema has no line '-- Views'");
    int rc = sqlite3_exec(db->sql, "SELECT name FROM sqlite_master WHERE type = 'view'", add_drop,
                          &drops, NULL) == SQLITE_OK
                 ? 0
                 : ft_db_fail(db, err);
    if (rc == 0)
        rc = run(db, ft_buf_str(&drops), err);
    if (rc == 0)
        rc = run(db, views, err);
    ft_buf_free(&drops);
    return rc;
}

int ft_db_migrate(struct ft_db *db, struct ft_err *err)
{
    int64_t version = 0;
    char pragma[64];
    if (run(db, "BEGIN IMMEDIATE", err) < 0)
        return -1;
    /* Another process may have been faster. */
    int rc = ft_db_read_int(db, "PRAGMA user_version", &version, err);
    for (; rc == 0 && version < FT_DB_VERSION; version++)
        rc = run(db, steps[version], err);
    if (rc == 0)
        rc = make_views(db, err);
    snprintf(pragma, sizeof pragma, "PRAGMA user_version = %d", FT_DB_VERSION);
    if (rc == 0)
        rc = run(db, pragma, err);
    if (rc == 0)
        rc = run(db, "COMMIT", err);
    if (rc < 0)
        sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL);
    return rc;
}
