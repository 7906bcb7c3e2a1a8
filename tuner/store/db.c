/* db.c -- statements, transactions and errors of the database; db_open.c opens and closes it
 *
 * The idea: SQLite does the hard part, so this file only keeps prepared statements and turns
 * SQLite's codes into messages that say what to do.
 *
 * Invariants:
 *  1. outside ft_db_begin/commit every public call is one transaction: it has happened whole, or
 * not at all;
 *  2. inside, a failed call undoes its own changes only (a savepoint), unless SQLite had to roll
 * everything back, as with a full disk: then ft_db_commit fails;
 *  3. a statement in the cache is always reset when a call returns, so that no lock outlives a
 * call.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "store/db_int.h"

int ft_db_fail(struct ft_db *db, struct ft_err *err)
{
    int code = sqlite3_errcode(db->sql);
    int os_errno = sqlite3_system_errno(db->sql);
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        ft_err_set(err, FT_ERR_ENV, "database '%s' is locked by another process", db->path);
        ft_err_hint(err, "wait until the other fatune has ended, or name another file with --db");
        break;
    case SQLITE_READONLY:
        ft_err_set(err, FT_ERR_ENV, "database '%s' is read-only", db->path);
        ft_err_hint(err, "make the file and its directory writable, or name another file with "
                         "--db");
        break;
    case SQLITE_FULL:
        ft_err_set(err, FT_ERR_ENV, "no space left for database '%s'", db->path);
        ft_err_hint(err, "what was committed is safe: free some space and run the same command "
                         "again");
        break;
    case SQLITE_CANTOPEN: /* the errno is that of SQLite's last attempt, not of the one that
                             mattered */
        ft_err_set(err, FT_ERR_ENV, "database '%s': %s", db->path, sqlite3_errmsg(db->sql));
        ft_err_hint(err, "make the file and its directory writable, or name another file with "
                         "--db");
        break;
    case SQLITE_NOTADB:
        ft_err_set(err, FT_ERR_USAGE, "'%s' is no database: it is not an SQLite file", db->path);
        ft_err_hint(err, "name the file that 'fatune tune' wrote with --db");
        break;
    case SQLITE_CORRUPT:
        ft_err_set(err, FT_ERR_ENV, "database '%s' is damaged: %s", db->path,
                   sqlite3_errmsg(db->sql));
        ft_err_hint(err, "sqlite3 '%s' .recover saves what can be read", db->path);
        break;
    case SQLITE_IOERR:
        ft_err_set(err, FT_ERR_ENV, "database '%s': %s%s%s", db->path, sqlite3_errmsg(db->sql),
                   os_errno ? ": " : "", os_errno ? strerror(os_errno) : "");
        ft_err_hint(err, "what was committed is safe: see to the file system (quota, limits, "
                         "connection) and run the same command again");
        break;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISUSE:
    case SQLITE_ERROR:
    case SQLITE_RANGE:
        ft_err_set(err, FT_ERR_INTERNAL, "database '%s': %s", db->path, sqlite3_errmsg(db->sql));
        break;
    default:
        ft_err_set(err, FT_ERR_ENV, "database '%s': %s%s%s", db->path, sqlite3_errmsg(db->sql),
                   os_errno ? ": " : "", os_errno ? strerror(os_errno) : "");
    }
    return -1;
}

/* Looks a statement up by the address of its text, or prepares and keeps it. NULL with err. */
static sqlite3_stmt *statement(struct ft_db *db, const char *text, struct ft_err *err)
{
    for (size_t i = 0; i < db->n_statements; i++)
        if (db->statements[i].text == text)
            return db->statements[i].stmt;
    sqlite3_stmt *stmt = NULL;
    if (db->n_statements == FT_DB_MAX_STATEMENTS) {
        ft_err_set(err, FT_ERR_INTERNAL, "too many kinds of database statements");
    } else if (sqlite3_prepare_v3(db->sql, text, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL) !=
               SQLITE_OK) {
        ft_db_fail(db, err);
    } else {
        db->statements[db->n_statements].text = text;
        db->statements[db->n_statements++].stmt = stmt;
    }
    return stmt;
}

static int bind(sqlite3_stmt *stmt, const char *types, va_list args)
{
    int rc = SQLITE_OK;
    for (int i = 1; types[i - 1] && rc == SQLITE_OK; i++) {
        char type = types[i - 1];
        switch (type) {
        case 'i':
        case 'I':
        case 'l':
        case 'L': {
            int is_int = type == 'i' || type == 'I';
            int64_t v = is_int ? va_arg(args, int) : va_arg(args, int64_t);
            int is_null = (type == 'I' || type == 'L') && v <= 0;
            rc = is_null ? sqlite3_bind_null(stmt, i) : sqlite3_bind_int64(stmt, i, v);
            break;
        }
        case 'd':
        case 'D': { /* SQLite itself stores NaN as NULL */
            double v = va_arg(args, double);
            int is_null = type == 'D' && v <= 0;
            rc = is_null ? sqlite3_bind_null(stmt, i) : sqlite3_bind_double(stmt, i, v);
            break;
        }
        case 't': {
            const char *v = va_arg(args, const char *);
            rc = sqlite3_bind_text(stmt, i, v ? v : "", -1, SQLITE_STATIC);
            break;
        }
        case 'b': {
            const void *v = va_arg(args, const void *);
            size_t n = va_arg(args, size_t);
            rc = v ? sqlite3_bind_blob64(stmt, i, v, n, SQLITE_STATIC) : sqlite3_bind_null(stmt, i);
            break;
        }
        default:
            rc = SQLITE_MISUSE;
        }
    }
    return rc;
}

/* Was the file deleted, or replaced by another of its name? What is written from now on would be
 * nobody's: better to stop at once than to find that out after hours. */
static int check_place(struct ft_db *db, struct ft_err *err)
{
    int has_moved = 0;
    if (db->is_read_only || !sqlite3_get_autocommit(db->sql) ||
        sqlite3_file_control(db->sql, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved) != SQLITE_OK ||
        !has_moved)
        return 0;
    ft_err_set(err, FT_ERR_ENV, "database '%s' was deleted or replaced meanwhile", db->path);
    ft_err_hint(err, "put it back where it was, and run the same command again");
    return -1;
}

/* Runs a cached statement to its end. The first column of the first row goes to *first. */
static int run(struct ft_db *db, struct ft_err *err, const char *text, const char *types,
               va_list args, int64_t *first)
{
    sqlite3_stmt *stmt = check_place(db, err) < 0 ? NULL : statement(db, text, err);
    if (!stmt)
        return -1;
    *first = 0;
    int n_rows = 0;
    int rc = bind(stmt, types, args);
    if (rc == SQLITE_OK)
        while ((rc = sqlite3_step(stmt)) == SQLITE_ROW)
            if (n_rows++ == 0)
                *first = sqlite3_column_int64(stmt, 0);
    int status = rc == SQLITE_DONE ? 0 : ft_db_fail(db, err);
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt); /* they point into the caller's memory */
    return status;
}

int ft_db_exec(struct ft_db *db, struct ft_err *err, const char *sql, const char *types, ...)
{
    va_list args;
    int64_t ignored;
    va_start(args, types);
    int rc = run(db, err, sql, types, args, &ignored);
    va_end(args);
    return rc;
}

int64_t ft_db_query_int(struct ft_db *db, struct ft_err *err, const char *sql, const char *types,
                        ...)
{
    va_list args;
    int64_t value;
    va_start(args, types);
    int rc = run(db, err, sql, types, args, &value);
    va_end(args);
    return rc < 0 ? -1 : value;
}

int ft_db_begin(struct ft_db *db, struct ft_err *err)
{
    if (db->in_transaction)
        return ft_err_set(err, FT_ERR_INTERNAL, "a database transaction is open already");
    if (ft_db_exec(db, err, "BEGIN IMMEDIATE", "") < 0)
        return -1;
    db->in_transaction = 1;
    return 0;
}

void ft_db_rollback(struct ft_db *db)
{
    db->in_transaction = 0;
    if (!sqlite3_get_autocommit(db->sql))
        sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL);
}

int ft_db_commit(struct ft_db *db, struct ft_err *err)
{
    if (!db->in_transaction)
        return ft_err_set(err, FT_ERR_INTERNAL, "no database transaction is open");
    if (sqlite3_get_autocommit(db->sql)) {
        db->in_transaction = 0;
        return ft_err_set(err, FT_ERR_ENV, "an earlier failure undid the transaction on '%s'",
                          db->path);
    }
    int rc = ft_db_exec(db, err, "COMMIT", "");
    if (rc < 0)
        ft_db_rollback(db);
    db->in_transaction = 0;
    return rc;
}

int ft_db_unit_begin(struct ft_db *db, struct ft_err *err)
{
    if (db->in_transaction)
        return ft_db_exec(db, err, "SAVEPOINT unit", "");
    /* Immediate: a deferred one that reads first cannot wait for another writer when it comes to
     * write. */
    return ft_db_exec(db, err, "BEGIN IMMEDIATE", "");
}

int ft_db_unit_end(struct ft_db *db, int rc, struct ft_err *err)
{
    if (rc == 0) {
        rc = db->in_transaction ? ft_db_exec(db, err, "RELEASE unit", "")
                                : ft_db_exec(db, err, "COMMIT", "");
        if (rc == 0)
            return 0;
    }
    if (!sqlite3_get_autocommit(db->sql))
        sqlite3_exec(db->sql, db->in_transaction ? "ROLLBACK TO unit; RELEASE unit" : "ROLLBACK",
                     NULL, NULL, NULL);
    return -1;
}
