"""results.py -- what a tuning run left behind, for the tests: rows of its database, requests its fake worker has logged"""
import json
import os
import sqlite3

from gpu_worker import base_ns, candidate


def rows(db, sql, *values):
    connection = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.close()


def trials(db):
    """Stored trials by their names in the fake worker."""
    found = rows(db, """SELECT t.id, p.key, p.name AS problem, t.config, t.outcome, t.detail, b.key AS build, l.text AS program,
                               (SELECT count(*) FROM sample s WHERE s.trial_id = t.id AND s.phase = 'screen') AS n_screens
                        FROM trial t JOIN problem p ON p.id = t.problem_id JOIN build b ON b.id = t.build_id
                        JOIN launch_program l ON l.id = t.program_id ORDER BY t.id""")
    return {candidate(r["key"], f"{r['build']}/build.cubin", r["program"]): dict(r) for r in found}


def winners(db):
    """Problem: (config, median, valid configs)."""
    return {r["problem"]: (r["config"], r["median_ns"], r["n_valid"]) for r in rows(db, "SELECT * FROM winners")}


def print_winners(db):
    for problem, (config, median_ns, n_valid) in sorted(winners(db).items()):
        print(problem, config, median_ns, n_valid)


def fastest(db, problem):
    """Configs of a problem's valid trials that are fastest by the worker's own rule."""
    valid = [(base_ns(who), t["config"]) for who, t in trials(db).items() if t["problem"] == problem and t["outcome"] == "ok"]
    return [config for ns, config in valid if ns == min(valid)[0]]


def requests(log):
    if not os.path.exists(log):
        return []
    with open(log) as lines:
        return [json.loads(line) for line in lines]
