// Slow: reads the types of about 680 files.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { is } from "drizzle-orm";
import { integer, PgTable, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as schema from "@/lib/server/db/schema/schema";
import { findUnwrittenColumns } from "@/lib/server/testing/database-writes/find-unwritten";
import { productionFiles } from "@/lib/server/testing/database-writes/production-files";
import { SourceProgram } from "@/lib/server/testing/database-writes/program";

/**
 * Compares the schema with what production code writes. A table, column or enum value that only demo data, tests or
 * migrations write looks finished on screens but does nothing.
 *
 * These count as writes: Drizzle's `insert`, `update` and `onConflictDoUpdate`, SQL in templates and strings, and
 * functions and triggers of migrations. The code must be in a file that the server, its routes or the user import load.
 * The test follows values through variables, parameters, callbacks and copies from other columns. A default that
 * differs per row (a time, a number) counts as a write; a constant default counts as a value of its enum.
 *
 * Not checked:
 * - whether the writing code is ever called;
 * - which values requests contain: every value that the contract accepts counts;
 * - types that allow some values of a column: all of these count, while a type that allows every value counts as none;
 * - which keys a row has if its type is derived from the schema: every required key counts;
 * - an unchanged constant default of a column without an enum is reported, `'{}'::text[]` is not;
 * - values of columns without an enum, values inside JSON, and SQL composed from strings;
 * - values computed by a query (`select c.state from …`): every constant and value of the statement counts.
 *
 * A write that the test can't parse counts as missing, so that the test fails instead of passing unnoticed.
 */
const tables = Object.values<unknown>(schema).filter((each): each is PgTable => is(each, PgTable));
const MIGRATIONS_FOLDER = "lib/server/db/migrations";
const migrations = readdirSync(MIGRATIONS_FOLDER)
  .filter((plantedFile) => plantedFile.endsWith(".sql"))
  .sort()
  .map((plantedFile) => readFileSync(path.join(MIGRATIONS_FOLDER, plantedFile), "utf8"));

/** Parts of the schema that production does not write, and why. The test fails if an entry is no longer needed. */
const EXEMPT_NAMES: Record<string, string> = {
  audit_head: "Has one row, the head of the chain of releases before migration 0025. Only their instances update it.",
  audit_seal_head: "Has one row, the newest seal. Migration 0025 inserts it; each batch of seals updates it.",
  "audit_verified.only": "The table has one row, with the default key.",
  "events.state = ended": "Never stored: a live event counts as ended after ends_at (event/state.ts).",
  "ledger_accounts.code": "System accounts exist once, and migration 0003 opens them. Wallets have no code.",
  "ledger_accounts.may_be_negative": "True for system accounts alone, which migration 0003 opens.",
  "ledger_accounts.side = debit":
    "System accounts alone have it, which migration 0003 opens. Wallets are on the credit side.",
  "reconciliation_items.kind = deduction":
    "The kind of a provider's record is part of a JSON parameter (reconciliation/sources/store-settlement.ts).",
  reconciliation_settings: "Has one row. Migration 0038 inserts it; the settings page, matching and closing update it.",
  "transaction_events.to_state = pending":
    "An event names the state that a payment moves to. It begins as pending, without a move.",
};

it("productionFiles returns the files that production loads, without seeds, tests and demo citizens", () => {
  const entryFiles = [
    "lib/server/kyc/decide.ts",
    "lib/server/user/import/main.ts",
    "lib/server/process/timed-tasks.ts",
  ];
  expect(sourceFiles).toEqual(expect.arrayContaining(entryFiles));
  expect(
    sourceFiles.filter((plantedFile) =>
      /\/(seed|testing|simulated-admins|simulated-citizens)\/|\.test\./.test(plantedFile),
    ),
  ).toEqual([]);
});

/** Defines a schema and source files that exist only in this test. */
const STATES = ["new", "open", "done", "lost"] as const;
const sampleTable = pgTable("sampleTable", {
  id: uuid("id").primaryKey(),
  state: text("state", { enum: STATES }).notNull().default("new"),
  note: text("note"),
  weight: integer("weight").notNull().default(0),
});
const PLANTED_SCHEMA = `
  import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
  export const sampleTable = pgTable("sampleTable", {
    id: uuid("id").primaryKey(),
    state: text("state", { enum: ["new", "open", "done", "lost"] }).notNull().default("new"),
    note: text("note"),
    weight: integer("weight").notNull().default(0),
  });
  export type Parcel = typeof sampleTable.$inferInsert;
  type State = "new" | "open" | "done" | "lost";
  export declare const db: import("drizzle-orm/node-postgres").NodePgDatabase;
  export declare const anyState: State;`;
const PLANTED_CONTRACT = `
  export declare const request: { state: "new" | "open" | "done" | "lost" };`;
const IMPORT_LINES = `import { sql } from "drizzle-orm"; import { request } from "@/lib/contract/planted-request";
  import { anyState, db, type Parcel, sampleTable } from "./planted-schema";`;

const ALL_NAMES = [
  "sampleTable.note",
  "sampleTable.state = done",
  "sampleTable.state = lost",
  "sampleTable.state = open",
  "sampleTable.weight",
];
const allExcept = (...written: string[]) =>
  ALL_NAMES.filter((each) => !written.includes(each.replace("sampleTable.", "")));

const TEST_CASES: [string, string, string[]][] = [
  ["lists a table without writes", "", ["sampleTable"]],
  [
    "counts the keys of an insert and no others",
    "db.insert(sampleTable).values({ id: '1', note: 'n' })",
    allExcept("note"),
  ],
  ["counts a column's default as one of its values", "db.insert(sampleTable).values({ id: '1' })", ALL_NAMES],
  [
    "lists a table that is updated and never inserted into",
    "db.update(sampleTable).set({ weight: 1 })",
    ["sampleTable"],
  ],
  [
    "follows spreads, conditions and helper functions",
    `const state = (late: boolean) => (late ? "lost" : "done");
     const of = (late: boolean) => ({ state: state(late), ...(late && { weight: 2 }) });
     db.insert(sampleTable).values({ id: "1", ...of(true) } as Parcel);`,
    allExcept("state = done", "state = lost", "weight"),
  ],
  [
    "follows parameters to the arguments of their callers",
    `const put = (rows: readonly (Parcel & { why: string })[]) => db.insert(sampleTable).values(rows.map(({ why, ...row }) => row));
     put([{ id: "1", state: "open", why: "asked" }]);`,
    allExcept("state = open"),
  ],
  [
    "ignores optional keys of a row's type",
    "export const put = (row: Parcel) => db.insert(sampleTable).values(row);",
    ALL_NAMES,
  ],
  ["ignores a type that allows every state", "db.insert(sampleTable).values({ id: '1', state: anyState });", ALL_NAMES],
  [
    "counts every state that a request can bring",
    "db.insert(sampleTable).values({ id: '1', state: request.state });",
    ["sampleTable.note", "sampleTable.weight"],
  ],
  [
    "ignores comparisons",
    `db.insert(sampleTable).values({ id: "1" }); db.select().from(sampleTable).where(sql\`\${sampleTable.state} = 'lost'\`);`,
    ALL_NAMES,
  ],
  [
    "reads SQL templates",
    `db.execute(sql\`insert into sampleTable as p (id, state) values (\${"1"}, 'open')
       on conflict (id) do update set \${sampleTable.note} = 'done'\`);
     db.execute(sql\`update \${sampleTable} set state = case when weight > 1 then 'lost' else state end, weight = 3 where note = 'x'\`);`,
    allExcept("note", "state = open", "state = lost", "weight"),
  ],
  [
    "counts the values of onConflictDoUpdate",
    `db.insert(sampleTable).values({ id: "1" }).onConflictDoUpdate({ target: sampleTable.id, set: { weight: 4 } });`,
    allExcept("weight"),
  ],
];

// Uses an existing folder, because TypeScript resolves imports only from a folder that exists.
const folder = "lib/server/db";
const file = (index: number) => `${folder}/planted-${index}.ts`;
const seedFile = `${folder}/planted-seed.ts`;
const productionFile = `${folder}/planted-production.ts`;
const plantedFiles: Record<string, string> = {
  [`${folder}/planted-schema.ts`]: PLANTED_SCHEMA,
  "lib/contract/planted-request.ts": PLANTED_CONTRACT,
  [seedFile]: `${IMPORT_LINES} db.insert(sampleTable).values({ id: "1", note: "n", weight: 1, state: "lost" });`,
  [productionFile]: `${IMPORT_LINES} db.insert(sampleTable).values({ id: "1", state: "open" });`,
};
for (const [index, [, code]] of TEST_CASES.entries())
  plantedFiles[file(index)] = `${IMPORT_LINES}\n${code}\nexport {};`;

const sourceFiles = productionFiles();
let program: SourceProgram;
beforeAll(() => {
  program = new SourceProgram(sourceFiles, plantedFiles);
});
afterAll(() => program.close());

describe("tables, columns and values of the schema", () => {
  let unwrittenNames: string[];
  beforeAll(() => {
    unwrittenNames = findUnwrittenColumns(program, migrations, tables, sourceFiles);
  });

  it("production code writes every table, column and enum value of the schema, except those in EXEMPT_NAMES", () => {
    expect(unwrittenNames.filter((each) => !(each in EXEMPT_NAMES))).toEqual([]);
  });

  it("EXEMPT_NAMES lists only tables, columns and values that production code does not write", () => {
    expect(Object.keys(EXEMPT_NAMES).filter((each) => !unwrittenNames.includes(each))).toEqual([]);
  });
});

describe("findUnwritten", () => {
  const findAmong = (names: string[], sql: string[] = []) => findUnwrittenColumns(program, sql, [sampleTable], names);

  it.each(TEST_CASES.map(([title, , unwritten], index) => ({ title, at: index, unwritten })))(
    "findUnwrittenColumns returns the expected columns for the code example: $title",
    ({ at: index, unwritten }) => {
      expect(findAmong([file(index)])).toEqual(unwritten);
    },
  );

  it("findUnwrittenColumns reports columns and enum values that only demo data writes", () => {
    expect(findAmong([productionFile])).toEqual(allExcept("state = open"));
    expect(findAmong([productionFile, seedFile])).toEqual(["sampleTable.state = done"]);
  });

  it("findUnwrittenColumns counts writes by functions and triggers, but not inserts that a migration runs", () => {
    const insert = "INSERT INTO sampleTable (id, note, state) VALUES ('1', 'n', 'lost');";
    const trigger = `CREATE FUNCTION weigh() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.weight := 5; UPDATE sampleTable SET state = 'done' WHERE id = NEW.id; RETURN NEW; END $$;
      CREATE TRIGGER sampleTable_weigh BEFORE INSERT ON sampleTable FOR EACH ROW EXECUTE FUNCTION weigh();`;
    expect(findAmong([productionFile], [insert])).toEqual(allExcept("state = open"));
    expect(findAmong([productionFile], [insert, trigger])).toEqual(allExcept("state = open", "state = done", "weight"));
  });
});
