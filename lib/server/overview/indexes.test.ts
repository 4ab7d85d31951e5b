import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ALL_RIGHTS } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { Queryable } from "@/lib/server/db/client";
import { systemWalletHomeItems } from "@/lib/server/system-wallet/home";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeBroadcast } from "@/lib/server/testing/broadcasts";
import { contentEntryCallsOf, faqContent } from "@/lib/server/testing/content-entries";
import { makeIreport } from "@/lib/server/testing/ireports";
import { fundAccount } from "@/lib/server/testing/ledger";
import type { readChangesSinceLastVisit } from "./changes";
import { CHANGE_SOURCES, HOME_WORK_SOURCES } from "./home-modules";

let app: TestApp;
/** The fields of an admin that change sources read. */
let admin: Parameters<typeof readChangesSinceLastVisit>[1];

/** Inserts copies of the newest row of a table, with some columns computed from `n`. */
async function copyRow(table: string, columns: Record<string, string>, newest: string) {
  const { rows } = await app.db.execute<{ name: string }>(sql`select quote_ident(column_name) as name
    from information_schema.columns where table_name = ${table} and is_generated = 'NEVER'`);
  const names = rows.map(({ name }) => name);
  await app.db.execute(
    sql.raw(`insert into ${table} (${names}) select ${names.map((name) => columns[name] ?? name)}
      from (select * from ${table} order by ${newest} desc limit 1), generate_series(1, 2000) n`),
  );
  await app.db.execute(sql.raw(`analyze ${table}`));
}

beforeAll(async () => {
  app = await startTestApp();
  const made = await makeAdmin(app, { rights: ALL_RIGHTS });
  admin = { id: made.id, rights: ALL_RIGHTS } as typeof admin;
  const at = "now() - n * interval '1 hour'";
  await contentEntryCallsOf(app, made, "faq").published(faqContent("How do I pay?"));
  await copyRow(
    "entry_publications",
    { number: "n + 1", '"from"': at, until: "null", published_at: at },
    "published_at",
  );
  await makeBroadcast(app, made.id, { state: "sent", endedAt: new Date() });
  await copyRow("broadcasts", { id: "gen_random_uuid()", ended_at: at }, "id");
  // Adds many closed reports that are older than every running one, so that finding the oldest running report needs the right index.
  await makeIreport(app, { state: "rejected", rejection: "nothing_found" });
  await copyRow(
    "ireports",
    { id: "gen_random_uuid()", number: "'IR-9' || n", submitted_at: `${at} - interval '9 days'` },
    "id",
  );
  await makeIreport(app, {});
  await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.grants_pool, 5_000);
  const headers = () => ({ "idempotency-key": uuid() });
  const { json } = await app.call("POST", "/wallets/movements", {
    token: made.token,
    headers: headers(),
    body: { kind: "withdraw", account: "grants_pool", amount: 50, note: "Paid to the bank", submit: true },
  });
  const approval = await app.call("PATCH", `/approvals/${json.data.awaiting.approvalId}/decision`, {
    token: (await makeAdmin(app)).token,
    headers: headers(),
    body: { decision: "approved" },
  });
  expect(approval.status).toBe(200);
  await copyRow("wallet_movements", { id: "gen_random_uuid()", reference: "'WAL-9' || n", decided_at: at }, "id");
});
afterAll(() => app.stop());

/** Runs a read, and returns the plans of its statements. */
async function plansOf(read: (db: Queryable) => Promise<unknown>): Promise<string> {
  const plans: unknown[] = [];
  const execute = async (query: SQL) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(query);
    plans.push((await app.db.$client.query(`explain ${text}`, params)).rows);
    return app.db.execute(query);
  };
  await read(Object.assign(Object.create(app.db) as Queryable, { execute }));
  return JSON.stringify(plans);
}

it.each([
  ["app_config_published", "entry_publications_published"],
  ["broadcasts_sent", "broadcasts_sent"],
])("Home counts the change %s of the last hour with the index %s", async (id, index) => {
  const source = CHANGE_SOURCES.find((each) => each.source.id === id)?.source;
  const where = await source?.where(new Date(Date.now() - 3_600_000), admin, app.db);
  expect(await plansOf((db) => db.execute(sql`select 1 from ${source?.table} where ${where} limit 1001`))).toContain(
    ` using ${index} `,
  );
});

it.each(["ireports_mine", "ireports_unassigned"])(
  "Home reads the oldest work items of the kind %s with the index of running reports",
  async (kind) => {
    const source = HOME_WORK_SOURCES.find((each) => each.kind === kind);
    expect(await plansOf(async (db) => source?.read(db, admin, 5))).toContain(" using ireports_running ");
  },
);

it("Home counts posted manual transfers with the index on the posting time", async () => {
  const day = "2020-01-01";
  const period = { from: day, to: day, before_from: day, before_to: day };
  const plans = await plansOf((db) => systemWalletHomeItems.figures(db, period, admin));
  expect(plans).toContain(" using wallet_movements_posted_at ");
});
