import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "@/lib/server/testing/database";
import { compareDatabaseSizes } from "./compare";
import { fillDatabase } from "./fill-database";

/** Uses as few rows as the command accepts, so the lists are shorter than the benchmark's deep pages. */
const MIN_SIZES = { users: 100, transactions: 1_000, audit: 100, reports: 200, tickets: 200, applications: 200 };

// Takes 8 s. Runs the commands of docs/bench.md, to detect whether a command crashes.
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await fillDatabase(database.url, MIN_SIZES, { log: () => {} });
});
afterAll(() => database.drop());

test.each([
  { only: "users", row: "| users | 100 |" },
  { only: "reports", row: "| ireports | 200 |" },
])(
  "the benchmark of $only measures API calls and a CSV export, and prints EXPLAIN ANALYZE of the slowest SQL statement",
  async ({ only, row }) => {
    const lines: string[] = [];
    await compareDatabaseSizes(database.url, database.url, { runs: 1, only, say: (text) => lines.push(text) });
    const output = lines.join("\n");
    expect(output).toMatch(/\d+ of \d+ calls within their figure/);
    expect(output).toContain("Execution Time");
    expect(output).toContain(row);
  },
);
