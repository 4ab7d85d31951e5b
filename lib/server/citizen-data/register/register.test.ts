import { readFileSync } from "node:fs";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import * as schema from "@/lib/server/db/schema/schema";
import { COLUMNS_KEPT_AFTER_ERASURE } from "./kept-columns";
import { PERSONAL_TABLES_WITHOUT_OWNER, TABLES_WITHOUT_CITIZENS } from "./other-tables";
import { type PersonalTable, splitColumnNames } from "./personal-table";
import { PERSONAL_TABLES } from "./register";

const schemaColumns = Object.values<unknown>(schema)
  .filter((each): each is PgTable => is(each, PgTable))
  .flatMap((table) => Object.values(getTableColumns(table)).map(({ name }) => `${getTableName(table)}.${name}`));

const listedColumns = ({ personal, other, withheld }: PersonalTable) =>
  [personal, other, withheld].flatMap((list) => splitColumnNames(list));
const registered = [
  ...PERSONAL_TABLES.flatMap((entry) => listedColumns(entry).map((column) => `${entry.table}.${column}`)),
  ...Object.entries(PERSONAL_TABLES_WITHOUT_OWNER).flatMap(([table, { columns }]) =>
    splitColumnNames(columns).map((column) => `${table}.${column}`),
  ),
  ...Object.entries(TABLES_WITHOUT_CITIZENS).flatMap(([table, columns]) =>
    splitColumnNames(columns).map((column) => `${table}.${column}`),
  ),
];

describe("register of personal data", () => {
  it("the register of personal data contains every column of the schema once, so that a new column must be classified", () => {
    expect([...registered].sort()).toEqual([...schemaColumns].sort());
  });

  it("the register of personal data lists encrypted columns and stored files among the columns of the copy", () => {
    const copied = ({ encrypted, storedFile }: PersonalTable) => [
      ...splitColumnNames(encrypted),
      ...splitColumnNames(storedFile),
    ];
    for (const entry of PERSONAL_TABLES)
      expect(splitColumnNames(entry.personal), entry.table).toEqual(expect.arrayContaining(copied(entry)));
  });

  it("the register of personal data lists columns that stay after an erasure among the personal ones", () => {
    for (const { table, personal, stays } of PERSONAL_TABLES)
      expect(splitColumnNames(personal), table).toEqual(expect.arrayContaining(splitColumnNames(stays)));
  });

  it("the register of personal data gives each table its own file", () => {
    expect(new Set(PERSONAL_TABLES.map(({ file }) => file)).size).toBe(PERSONAL_TABLES.length);
  });

  it("the register of personal data is printed in docs/citizens-data.md", () => {
    const page = readFileSync("docs/citizens-data.md", "utf8");
    const rows = PERSONAL_TABLES.map(
      ({ table, purpose, personal, stays }) =>
        `| \`${table}\` | ${purpose} | ${splitColumnNames(personal).join(", ")} | ${splitColumnNames(stays).join(", ") || "nothing"} |`,
    );
    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
    const kept = Object.entries(COLUMNS_KEPT_AFTER_ERASURE).map(([column, reason]) => `| \`${column}\` | ${reason} |`);
    expect(kept.filter((row) => !page.includes(row))).toEqual([]);
  });
});
