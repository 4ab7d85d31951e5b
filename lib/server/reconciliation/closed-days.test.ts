import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Client } from "pg";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { addDays, startOfDay } from "@/lib/server/base/time";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { runSingleStatement } from "@/lib/server/testing/database";
import {
  addItems,
  addStatement,
  daysAgo,
  finishMatching,
  makeReconciledDay,
  matchItems,
  postOnDay,
  postOnFloat,
  startReconciliation,
  verifyLedgerAs,
} from "@/lib/server/testing/reconciliation";

const ROLE = `test_role_${randomBytes(6).toString("hex")}`;
const PASSWORD = randomBytes(12).toString("hex");
const DAY = daysAgo(4);
const NEXT = addDays(DAY, 1);

let app: TestApp;
let ownerUrl: string;
let roleUrl: string;
let account: string;
let expected: number;
beforeAll(async () => {
  app = await startTestApp({
    connections: 8,
    prepare: async (url) => {
      ownerUrl = url;
      await runSingleStatement(url, `create role ${ROLE} login password '${PASSWORD}'`);
      await runSingleStatement(
        url,
        readFileSync("docs/database-roles.sql", "utf8").replaceAll("crossriverpay_app", ROLE),
      );
      const address = new URL(url);
      Object.assign(address, { username: ROLE, password: PASSWORD });
      roleUrl = address.href;
      return roleUrl;
    },
  });
  const [proposer, closer] = [await makeAdmin(app), await makeAdmin(app)];
  await postOnDay(app, { day: addDays(DAY, -1), from: IDS.settlement_float, to: IDS.grants_pool, amount: 200_000 });
  await startReconciliation(app, DAY);
  account = await makeReconciledDay(app, proposer, DAY);
  expected = await postOnFloat(app, { day: DAY, amount: 7_700, kind: "payment", dueOn: "2999-01-01" });
  await finishMatching(app);
  await verifyLedgerAs(app, proposer);
  const write = (token: string, action: string, body: object) =>
    app.call("POST", `/wallets/reconciliation/days/${DAY}/${action}`, {
      token,
      body,
      headers: { "idempotency-key": uuid() },
    });
  expect((await write(proposer.token, "proposal", {})).status).toBe(200);
  expect((await write(closer.token, "closing", { version: 1 })).status).toBe(200);
  // Adds a bank line of the next, open day, so that statements below can try to match it or move it into the closed day.
  await addStatement(app, proposer, {
    accountId: account,
    from: NEXT,
    opening: 248_500,
    lines: [{ day: NEXT, amount: 10 }],
  });
});
afterAll(async () => {
  await app.stop();
  await runSingleStatement(inject("testServer").url, `drop role ${ROLE}`);
});

/** Runs statements in a transaction that is rolled back. */
async function tryStatements(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    for (const statement of statements) await client.query(statement);
    await client.query("set constraints all immediate");
    await client.query("rollback");
  } finally {
    await client.end();
  }
}

const NOON = new Date(startOfDay(DAY).getTime() + 43_200_000).toISOString();
const FREE_MATCH = `insert into reconciliation_matches (rule, accounting_day) values ('by_hand', '${NEXT}')`;

/** Statements that would change a closed day, and the part of the error message that refuses them. */
const REFUSED: [string, RegExp][] = [
  [`update reconciliation_items set amount = amount + 1 where accounting_day = '${DAY}'`, /keeps what its source said/],
  [
    `update reconciliation_items set accounting_day = '${NEXT}', day = '${NEXT}' where accounting_day = '${DAY}'`,
    /keeps what its source said/,
  ],
  [`update reconciliation_items set match_id = null where accounting_day = '${DAY}'`, /the day is closed/],
  [
    `update reconciliation_items set is_split = true where accounting_day = '${DAY}' and match_id is null`,
    /the day is closed/,
  ],
  [`update reconciliation_items set remittance_group = 'ticket' where accounting_day = '${DAY}'`, /the day is closed/],
  [`delete from reconciliation_items where accounting_day = '${DAY}'`, /matched, or its day/],
  [`delete from reconciliation_items where accounting_day = '${DAY}' and match_id is null`, /matched, or its day/],
  [
    `update reconciliation_items i set match_id = (select max(id) from reconciliation_matches m where m.accounting_day = '${DAY}' and m.id <> i.match_id)
      where i.accounting_day = '${DAY}' and i.match_id is not null`,
    /the day is closed/,
  ],
  [
    `insert into reconciliation_matches (rule, accounting_day) values ('by_hand', '${DAY}')`,
    /day of the match is closed/,
  ],
  [`update reconciliation_matches set accounting_day = '${NEXT}'`, /undone and made again/],
  [`delete from reconciliation_matches where accounting_day = '${DAY}'`, /day of the match is closed/],
  [`update bank_statements set closing = closing + 1 where from_day = '${DAY}'`, /is imported/],
  [`update bank_statements set state = 'refused' where from_day = '${DAY}'`, /is imported/],
  [`delete from bank_statements where from_day = '${DAY}'`, /is imported/],
  [
    `update reconciliation_days set state = 'proposed', closed_by = null, closed_at = null, figures = null, audit_hash = null`,
    /is closed/,
  ],
  [`update reconciliation_days set remark = 'Other'`, /is closed/],
  [`update reconciliation_days set figures = '{}'`, /is closed/],
  [`delete from reconciliation_days`, /is closed/],
  [
    `insert into reconciliation_days (day, state, proposed_by) select '${addDays(NEXT, 1)}', 'proposed', proposed_by from reconciliation_days`,
    /can't be proposed now/,
  ],
  [
    `insert into reconciliation_days (day, state, proposed_by, closed_by, closed_at, figures, audit_hash)
      select '${NEXT}', 'closed', proposed_by, closed_by, closed_at, figures, audit_hash from reconciliation_days`,
    /can't be closed now/,
  ],
  [`update reconciliation_settings set closed_until = closed_until - 1`, /closed days stay closed/],
  [`update reconciliation_settings set closed_until = closed_until + 1`, /closed days stay closed/],
  [`update reconciliation_settings set starts_on = null, closed_until = null`, /closed days stay closed/],
  [`delete from reconciliation_settings`, /one row of settings|permission denied/],
  [
    `insert into ledger_entries (id, key, kind, size, description, source_type, source_id, posted_at)
      values ('${uuid()}', 'late', 'fund', 2, '', 'test', '${uuid()}', '${NOON}')`,
    /day of the entry is closed/,
  ],
];

describe.each([
  ["the product's role", () => roleUrl],
  ["the owner of the tables", () => ownerUrl],
])("%s", (_who, url) => {
  it.each(REFUSED)("a closed reconciliation day refuses the SQL statement: %s", async (statement, message) => {
    await expect(tryStatements(url(), statement)).rejects.toThrow(message);
  });

  it("the setting that allows erasures does not allow changes of a closed reconciliation day", async () => {
    const setting = "select set_config('crossriverpay.erasure', '00000000-0000-7000-8000-000000000000', true)";
    for (const statement of [
      `update reconciliation_items set amount = amount + 1 where accounting_day = '${DAY}'`,
      `update reconciliation_items set match_id = null where accounting_day = '${DAY}'`,
      `update reconciliation_matches set accounting_day = '${NEXT}'`,
    ])
      await expect(tryStatements(url(), setting, statement)).rejects.toThrow(/append-only/);
  });

  it.each([
    "reconciliation_items",
    "reconciliation_matches",
    "reconciliation_days",
    "reconciliation_settings",
    "bank_statements",
  ])("the database refuses to truncate %s", async (table) => {
    await expect(tryStatements(url(), `truncate ${table} cascade`)).rejects.toThrow(/append-only|permission denied/);
  });

  it("the database allows changes of an open reconciliation day that it refuses for a closed one", async () => {
    await tryStatements(
      url(),
      `update reconciliation_items set remittance_group = 'ticket' where accounting_day = '${NEXT}'`,
      `delete from reconciliation_items where accounting_day = '${NEXT}'`,
      `delete from bank_statements where from_day = '${NEXT}'`,
      FREE_MATCH,
      "delete from reconciliation_matches where accounting_day > (select closed_until from reconciliation_settings)",
      `insert into reconciliation_days (day, state, proposed_by) select '${NEXT}', 'proposed', proposed_by from reconciliation_days`,
      `delete from reconciliation_days where state = 'proposed'`,
    );
  });

  it("the database refuses that the proposer of a reconciliation day closes it, and refuses a change of the proposer", async () => {
    const propose = `insert into reconciliation_days (day, state, proposed_by) select '${NEXT}', 'proposed', proposed_by from reconciliation_days`;
    const close = (by: string) =>
      `update reconciliation_days set state = 'closed', closed_by = ${by}, closed_at = now(), figures = '{}', audit_hash = '' where day = '${NEXT}'`;
    await expect(tryStatements(url(), propose, close("proposed_by"))).rejects.toThrow(/reconciliation_days_two_admins/);
    const swap = `update reconciliation_days d set proposed_by = o.closed_by from reconciliation_days o where o.day = '${DAY}' and d.day = '${NEXT}'`;
    await expect(tryStatements(url(), propose, swap)).rejects.toThrow(/proposal of day .* does not change/);
    await tryStatements(url(), propose, close(`(select closed_by from reconciliation_days where day = '${DAY}')`));
  });
});

it("the app's database role can't truncate reconciliation tables, disable triggers, or add or delete settings", async () => {
  await expect(tryStatements(roleUrl, "truncate reconciliation_items")).rejects.toThrow(/permission denied/);
  await expect(tryStatements(roleUrl, "alter table reconciliation_items disable trigger user")).rejects.toThrow(
    /must be owner/,
  );
  for (const statement of [
    "delete from reconciliation_settings",
    "insert into reconciliation_settings (id) values (1)",
  ])
    await expect(tryStatements(roleUrl, statement)).rejects.toThrow(/permission denied/);
});

it("the commit of a ledger entry is refused if its day was closed after the entry was inserted", async () => {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  const id = uuid();
  // Disables the trigger that checks the day on insertion, as if the day had been closed only after the insertion.
  await client.query("begin");
  await client.query("alter table ledger_entries disable trigger ledger_entries_closed_day");
  await client.query(
    `insert into ledger_entries (id, key, kind, size, description, source_type, source_id, posted_at) values ($1, $2, 'fund', 2, '', 'test', $1, $3)`,
    [id, `test:${id}`, NOON],
  );
  await client.query(
    `insert into ledger_postings (entry_id, ordinal, size, account_id, seq, amount, balance_after, posted_at)
      select $1::uuid, p.ordinal, 2, a.id, a.postings + 1, p.amount, a.balance + case a.side when 'credit' then p.amount else -p.amount end, $2::timestamptz
      from (values (1, $3::uuid, -100), (2, $4::uuid, 100)) as p(ordinal, account_id, amount) join ledger_accounts a on a.id = p.account_id`,
    [id, NOON, IDS.settlement_float, IDS.grants_pool],
  );
  await expect(client.query("commit")).rejects.toThrow(/day of the entry is closed/);
  await client.end();
});

it("closing a day waits for an uncommitted ledger entry of that day", async () => {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("begin");
  const id = uuid();
  const noon = new Date(startOfDay(NEXT).getTime() + 43_200_000).toISOString();
  await client.query(
    `insert into ledger_entries (id, key, kind, size, description, source_type, source_id, posted_at) values ($1, $2, 'fund', 2, '', 'test', $1, $3)`,
    [id, `test:${id}`, noon],
  );
  const other = new Client({ connectionString: roleUrl });
  await other.connect();
  const locked = () => other.query("select pg_try_advisory_lock(hashtext('reconciliation')) as locked");
  expect((await locked()).rows).toEqual([{ locked: false }]);
  await client.query("rollback");
  expect((await locked()).rows).toEqual([{ locked: true }]);
  await Promise.all([client.end(), other.end()]);
});

it("a reconciliation item of a closed day that is found later is accounted on the next open day, and can be matched there", async () => {
  const [line] = await addItems(app, [
    { side: "bank", kind: "statement_line", accountId: account, day: DAY, amount: 7_700 },
  ]);
  const rows = async (id: number) =>
    (await app.db.execute(`select day::text, accounting_day::text from reconciliation_items where id = ${id}`)).rows[0];
  expect(await rows(line ?? 0)).toEqual({ day: DAY, accounting_day: NEXT });
  expect(await rows(expected)).toEqual({ day: DAY, accounting_day: DAY });
  const match = await matchItems(app, [line ?? 0, expected]);
  const [row] = (await app.db.execute(`select accounting_day::text from reconciliation_matches where id = ${match}`))
    .rows;
  expect(row).toEqual({ accounting_day: NEXT });
  // The match belongs to an open day, so it can be undone.
  await tryStatements(
    roleUrl,
    `update reconciliation_items set match_id = null where match_id = ${match}`,
    `delete from reconciliation_matches where id = ${match}`,
  );
});
