import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ADVISORY_LOCKS } from "./advisory-locks";

it("each advisory lock has a number that no other lock uses", () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it("ADVISORY_LOCKS.dayTotals is the number of the lock that migration 0002 takes to compact daily totals", () => {
  const sql = readFileSync(path.join(import.meta.dirname, "migrations/0002_totals.sql"), "utf8");
  expect(/pg_try_advisory_xact_lock\((\d+)\)/.exec(sql)?.[1]).toBe(String(ADVISORY_LOCKS.dayTotals));
});
