// Slow: lets several writers change items while days are closed.
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { addDays } from "@/lib/server/base/time";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import {
  addItems,
  daysAgo,
  makeReconciledDay,
  postOnDay,
  startReconciliation,
  verifyLedgerAs,
} from "@/lib/server/testing/reconciliation";
import { matchOpenItems } from "./matching/match-items";
import { collectLedgerItems } from "./sources/collect-ledger";

type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
const FIRST = daysAgo(8);
const ROUNDS = 3;

let app: TestApp;
let admins: TestAdmin[];
let account: string;
beforeAll(async () => {
  app = await startTestApp({ connections: 16 });
  admins = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
  await postOnDay(app, { day: addDays(FIRST, -1), from: IDS.settlement_float, to: IDS.grants_pool, amount: 200_000 });
  await startReconciliation(app, FIRST);
  // Creates the past days before the writers post money today, because an account's postings must be in order of time.
  for (let round = 0; round < ROUNDS; round++)
    account = await makeReconciledDay(
      app,
      admins[0] as TestAdmin,
      addDays(FIRST, round),
      account,
      200_000 + 48_500 * round,
    );
  await verifyLedgerAs(app, admins[0] as TestAdmin);
});
afterAll(() => app.stop());

const send = (admin: TestAdmin | undefined, method: string, path: string, body: object = {}) =>
  app.call(method, `/wallets/reconciliation${path}`, {
    token: admin?.token,
    body,
    headers: { "idempotency-key": uuid() },
  });

/**
 * Inserts a bank line and a ledger item of today with the same amount. An admin matches them and undoes the match.
 * @returns the HTTP statuses of both calls
 */
async function matchAndUndo(round: number, number: number): Promise<number[]> {
  const day = daysAgo(0);
  const amount = 1_000 * round + number;
  const dueOn = addDays(day, 30);
  const ids = await addItems(app, [
    { side: "bank", kind: "statement_line", accountId: account, day, amount, dueOn },
    { side: "ledger", kind: "movement", day, amount, dueOn },
  ]);
  const matched = await send(admins[2], "POST", "/matches", { item_ids: ids, remark: "Same money" });
  const undone =
    matched.status === 200
      ? await send(admins[2], "POST", `/matches/${await matchOf(ids)}/undo`, { remark: "Not the same" })
      : matched;
  return [matched.status, undone.status];
}

const matchOf = async ([id]: readonly number[]) =>
  (await app.db.execute<{ match: string }>(sql`select match_id as match from reconciliation_items where id = ${id}`))
    .rows[0]?.match;

it("days can be closed while other requests match, collect items and change limits, without a deadlock, a lost item or a 5xx", async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const day = addDays(FIRST, round - 1);
    const proposed = await send(admins[0], "POST", `/days/${day}/proposal`, { remark: "All is explained" });
    expect([round, proposed.status, proposed.json.message]).toEqual([round, 200, expect.anything()]);
    const { json } = await app.call("GET", "/wallets/reconciliation/settings", { token: admins[1]?.token });
    const { starts_on: _, closed_until: __, ...settings } = json.data;
    const statuses = (
      await Promise.all([
        send(admins[1], "POST", `/days/${day}/closing`, { version: 1 }).then(({ status }) => [status]),
        send(admins[2], "POST", `/days/${day}/closing`, { version: 1 }).then(({ status }) => [status]),
        send(admins[1], "PATCH", "/settings", { ...settings, day_limit: round }).then(({ status }) => [status]),
        ...[1, 2, 3, 4].map((number) => matchAndUndo(round, number)),
        fundAccount(app.db, IDS.grants_pool, 100 + round).then(() => []),
        collectLedgerItems(app.db).then(() => []),
        matchOpenItems(app.db).then(() => []),
        matchOpenItems(app.db, 1).then(() => []),
      ])
    ).flat();
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    if (!(await isClosed(day))) {
      // Both attempts to close the day got 409, because new items made the checklist incomplete. Collects and matches the items, then tries
      // again.
      await collectLedgerItems(app.db);
      await matchOpenItems(app.db);
      expect((await send(admins[1], "POST", `/days/${day}/closing`, { version: 1 })).status).toBe(200);
    }
    expect(await isClosed(day)).toBe(true);
  }
  await verifyLedgerAs(app, admins[0] as TestAdmin);
});

const isClosed = async (day: string) => {
  const { rows } = await app.db.execute(sql`select 1 from reconciliation_days where day = ${day} and state = 'closed'`);
  return rows.length === 1;
};
