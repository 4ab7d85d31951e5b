import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
let account: string;
beforeAll(async () => {
  app = await startTestApp();
  await app.db.execute(sql`update reconciliation_settings set starts_on = '2026-03-01', closed_until = '2026-02-28'`);
  account = uuid();
  await app.db.execute(
    sql`insert into bank_accounts (id, name, bank_code, bank_name, account_number) values (${account}, 'Main', '044', 'Access Bank', '0000014579')`,
  );
});
afterAll(() => app.stop());

let keys = 0;
/** Inserts an item of 2 March. @returns its id */
async function insertItem(side: "bank" | "provider" | "ledger", amount: number, kind = "movement") {
  const { rows } = await app.db.execute<{ id: string }>(sql`
    insert into reconciliation_items (side, kind, source_key, account_id, provider, day, amount, due_on, accounting_day) values (
      ${side}, ${kind}, ${`item-${++keys}`}, ${side === "bank" ? account : null}::uuid, ${side === "provider" ? "simulated" : null},
      '2026-03-02', ${amount}, '2026-03-02', '2026-03-02') returning id`);
  return Number(rows[0]?.id);
}

/** Matches these items by one SQL statement. @returns the constraint that refused the match, or null */
const match = (ids: number[], day = "2026-03-02") =>
  refusalOf(
    app.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`insert into reconciliation_matches (rule, accounting_day) values ('by_hand', ${day}) returning id`,
      );
      await tx.execute(sql`update reconciliation_items set match_id = ${rows[0]?.id} where id in ${ids}`);
    }),
  );

const refusalOf = (run: Promise<unknown>): Promise<string | null> =>
  run.then(
    () => null,
    (error: { cause?: { constraint?: string } }) => error.cause?.constraint ?? String(error),
  );

describe("matches", () => {
  it.each([
    [
      "a bank line and an entry of the same amount",
      [
        ["bank", 500],
        ["ledger", 500],
      ],
      null,
    ],
    [
      "one bank line and two entries with the same sum",
      [
        ["bank", -900],
        ["ledger", -400],
        ["ledger", -500],
      ],
      null,
    ],
    [
      "an entry and its reversal",
      [
        ["ledger", 500],
        ["ledger", -500],
      ],
      null,
    ],
    [
      "all three sides with the same sum",
      [
        ["bank", 7],
        ["provider", 7],
        ["ledger", 7],
      ],
      null,
    ],
    [
      "sides that differ by a kobo",
      [
        ["bank", 500],
        ["ledger", 501],
      ],
      "reconciliation_matches_exact",
    ],
    [
      "a third side that differs",
      [
        ["bank", 7],
        ["provider", 8],
        ["ledger", 7],
      ],
      "reconciliation_matches_exact",
    ],
    [
      "a provider's record that differs from the bank line",
      [
        ["bank", 7],
        ["provider", 8],
      ],
      "reconciliation_matches_exact",
    ],
    [
      "two lines of one side that do not cancel out",
      [
        ["bank", 5],
        ["bank", 5],
      ],
      "reconciliation_matches_exact",
    ],
    ["a single item", [["ledger", 5]], "reconciliation_matches_exact"],
  ] as const)("the database accepts a match only if the sums of all sides are equal: %s", async (_, sides, refusal) => {
    const ids: number[] = [];
    for (const [side, amount] of sides) ids.push(await insertItem(side, amount));
    expect(await match(ids)).toBe(refusal);
  });

  it("the database accepts a difference between a settlement and the bank only with a manual transfer of that amount", async () => {
    const matchSettlement = async (net: number, atBank: number, kind: string) =>
      match([
        await insertItem("provider", net, "settlement"),
        await insertItem("bank", atBank, "statement_line"),
        await insertItem("ledger", atBank - net, kind),
      ]);
    expect(await matchSettlement(1_000, 950, "movement")).toBeNull();
    expect(await matchSettlement(1_000, 950, "remittance")).toBe("reconciliation_matches_exact");
  });

  it("the database refuses to undo only a part of a match", async () => {
    const ids = [await insertItem("bank", 20), await insertItem("ledger", 5), await insertItem("ledger", 15)];
    expect(await match(ids)).toBeNull();
    const free = (freed: number[]) =>
      refusalOf(app.db.execute(sql`update reconciliation_items set match_id = null where id in ${freed}`));
    expect(await free(ids.slice(0, 2))).toBe("reconciliation_matches_exact");
    expect(await free(ids)).toBeNull();
  });

  it("the database refuses a match whose accounting day is before that of its items", async () => {
    const ids = [await insertItem("bank", 500), await insertItem("ledger", 500)];
    expect(await match(ids, "2026-03-01")).toBe("reconciliation_matches_exact");
  });
});

describe("items", () => {
  it("the database refuses to change amount, days and texts of a reconciliation item", async () => {
    const id = await insertItem("bank", 500);
    const change = (set: string) =>
      refusalOf(app.db.execute(sql`update reconciliation_items set ${sql.raw(set)} where id = ${id}`));
    for (const set of [
      "amount = 501",
      "day = '2026-03-03'",
      "accounting_day = '2026-03-03'",
      "narration = 'other'",
      "reference = 'x'",
    ])
      expect([set, await change(set)]).toEqual([set, "reconciliation_items_fixed"]);
    expect(await change("finding = 'unknown'")).toBeNull();
  });

  it("the database accepts parts of a split item only if they sum to its amount", async () => {
    const id = await insertItem("bank", 500);
    const split = (parts: number[]) =>
      refusalOf(
        app.db.transaction(async (tx) => {
          await tx.execute(sql`update reconciliation_items set is_split = true where id = ${id}`);
          const rows = parts.map(
            (
              amount,
            ) => sql`('bank', 'statement_line', ${`part-${++keys}`}, ${account}::uuid, '2026-03-02'::date, ${amount}::bigint, '2026-03-02'::date,
              '2026-03-02'::date, ${id}::bigint)`,
          );
          await tx.execute(sql`insert into reconciliation_items (side, kind, source_key, account_id, day, amount, due_on, accounting_day, split_of)
            values ${sql.join(rows, sql`, `)}`);
        }),
      );
    expect(await split([200, 299])).toBe("reconciliation_items_parts");
    expect(await split([200, 300])).toBeNull();
  });

  it("the database refuses to match an item that is split", async () => {
    const id = await insertItem("bank", 500);
    await app.db.execute(sql`update reconciliation_items set is_split = true where id = ${id}`);
    expect(await match([id, await insertItem("ledger", 500)])).toBe("reconciliation_items_split");
  });
});

it.each([
  ["2026-03-05", 0, "2026-03-05"],
  ["2026-03-05", 1, "2026-03-06"],
  ["2026-03-05", 2, "2026-03-09"],
  ["2026-03-07", 1, "2026-03-09"],
  ["2026-03-05", 12, "2026-03-23"],
  ["2026-03-05", 60, "2026-05-28"],
])("add_working_days of %s and %i days returns %s", async (day, days, expected) => {
  const { rows } = await app.db.execute(sql`select add_working_days(${day}, ${days})::text as day`);
  expect(rows).toEqual([{ day: expected }]);
});
