import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { MatchRule, ReconciliationKind } from "@/lib/contract/reconciliation.values";
import { addDays, lagosDayOf, startOfDay } from "@/lib/server/base/time";
import { bankAccounts, bankStatements } from "@/lib/server/db/schema/bank-statements";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import {
  reconciliationItems as items,
  reconciliationDays,
  reconciliationProviders,
  reconciliationSettings,
} from "@/lib/server/db/schema/reconciliation";
import type { makeAdmin, TestApp } from "./app";

type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
type NewItem = Partial<typeof items.$inferInsert> & Pick<typeof items.$inferInsert, "day" | "amount">;

/** Returns the Lagos day that is `days` days ago. */
export const daysAgo = (days: number) => addDays(lagosDayOf(new Date()), -days);

/** Starts reconciliation on a day, as adding the first bank account does. */
export const startReconciliation = (app: TestApp, startsOn: string) =>
  app.db.update(reconciliationSettings).set({ startsOn, closedUntil: addDays(startsOn, -1) });

/** Adds an active bank account of the office. */
export async function makeBankAccount(app: TestApp, values: Partial<typeof bankAccounts.$inferInsert> = {}) {
  const id = uuid();
  const accountNumber = String(Number.parseInt(randomBytes(5).toString("hex"), 16))
    .padStart(10, "0")
    .slice(-10);
  const account = { id, name: `Collections ${accountNumber}`, bankCode: "011", bankName: "First Bank", accountNumber };
  await app.db.insert(bankAccounts).values({ ...account, ...values });
  return id;
}

/** Inserts an imported bank statement of these days and the reconciliation items of its lines. @returns the ids of the items */
export async function addStatement(
  app: TestApp,
  admin: TestAdmin,
  {
    accountId,
    from,
    to = from,
    opening,
    lines,
  }: { accountId: string; from: string; to?: string; opening: number; lines: readonly NewItem[] },
): Promise<number[]> {
  const statementId = uuid();
  await app.db.insert(bankStatements).values({
    id: statementId,
    accountId,
    fileName: "statement.csv",
    fileHash: randomBytes(32).toString("hex"),
    format: "csv",
    state: "imported",
    fromDay: from,
    toDay: to,
    opening,
    closing: lines.reduce((sum, { amount }) => sum + amount, opening),
    lines: lines.length,
    importedBy: admin.id,
    endedAt: new Date(),
  });
  return addItems(
    app,
    lines.map((line) => ({ side: "bank", kind: "statement_line", accountId, statementId, ...line })),
  );
}

/** Inserts reconciliation items, by default due on their own day. @returns their ids */
export async function addItems(
  app: TestApp,
  rows: readonly (NewItem & Pick<typeof items.$inferInsert, "side" | "kind">)[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const added = await app.db
    .insert(items)
    .values(rows.map((row) => ({ sourceKey: `test:${uuid()}`, accountingDay: row.day, dueOn: row.day, ...row })))
    .returning({ id: items.id });
  return added.map(({ id }) => id);
}

/**
 * Posts a ledger entry that changes the settlement float at noon of a day, and adds its posting as a reconciliation item.
 * @param amount kobo; positive for money that we received
 * @returns the item's id
 */
export async function postOnFloat(
  app: TestApp,
  {
    day,
    amount,
    against = IDS.grants_pool,
    kind = "movement",
    ...values
  }: NewItem & { against?: string; kind?: ReconciliationKind },
): Promise<number> {
  const entryId = await postOnDay(app, { day, from: IDS.settlement_float, to: against, amount });
  const [id] = await addItems(app, [{ side: "ledger", kind, day, amount, entryId, ...values }]);
  const [float] = await app.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, IDS.settlement_float));
  await app.db.update(reconciliationSettings).set({ ledgerSeq: float?.postings ?? 0 });
  return id ?? 0;
}

/** Posts a ledger entry dated noon of a day. @returns its id */
export async function postOnDay(
  app: TestApp,
  { day, from, to, amount }: { day: string; from: string; to: string; amount: number },
): Promise<string> {
  const id = uuid();
  const at = new Date(startOfDay(day).getTime() + 12 * 3_600_000).toISOString();
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into ledger_entries (id, key, kind, size, description, source_type, source_id, posted_at)
      values (${id}, ${`test:${id}`}, 'fund', 2, 'Money for a test', 'test', ${id}, ${at})`);
    await tx.execute(sql`
      insert into ledger_postings (entry_id, ordinal, size, account_id, seq, amount, balance_after, posted_at)
      select ${id}::uuid, p.ordinal, 2, a.id, a.postings + 1, p.amount,
        a.balance + case a.side when 'credit' then p.amount else -p.amount end, ${at}::timestamptz
      from (values (1, ${from}::uuid, ${-amount}::bigint), (2, ${to}::uuid, ${amount}::bigint)) as p(ordinal, account_id, amount)
      join ledger_accounts a on a.id = p.account_id order by a.id`);
  });
  return id;
}

/**
 * Stores a match of these items, as the product's matching does. The match belongs to the latest day of its items; if that day is closed,
 * to the first open day.
 */
export async function matchItems(app: TestApp, ids: readonly number[], rule: MatchRule = "reference"): Promise<number> {
  return app.db.transaction(async (tx) => {
    const list = sql.param([...ids]);
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into reconciliation_matches (rule, accounting_day)
      select ${rule}, greatest(max(i.accounting_day), (select closed_until + 1 from reconciliation_settings))
      from reconciliation_items i where i.id = any(${list}::bigint[]) returning id`);
    const id = Number(rows[0]?.id);
    await tx.execute(sql`update reconciliation_items set match_id = ${id} where id = any(${list}::bigint[])`);
    return id;
  });
}

/** Records that all items were matched, and that all settlements up to yesterday were fetched. */
export async function finishMatching(app: TestApp): Promise<void> {
  await app.db.update(reconciliationSettings).set({
    matchedThrough: sql`(select coalesce(max(id), 0) from reconciliation_items)`,
  });
  const fetchedTo = daysAgo(1);
  await app.db
    .insert(reconciliationProviders)
    .values({ provider: "simulated", fetchedTo })
    .onConflictDoUpdate({ target: reconciliationProviders.provider, set: { fetchedTo } });
}

/** Verifies the ledger as an admin does, which closing a day requires. */
export async function verifyLedgerAs(app: TestApp, admin: TestAdmin): Promise<void> {
  const { json } = await app.call("GET", "/wallets/ledger-check?seconds=60", { token: admin.token });
  if (!json.data?.finished || json.data.faults.length) throw new Error(JSON.stringify(json));
}

/**
 * Creates a day on which all items of bank, provider and ledger match: a card payment of ₦1,000, which the provider settled on the same
 * day minus a fee of ₦15, and a manual transfer of ₦500 from the bank. The bank account starts with ₦2,000, like the settlement float.
 * @returns the bank account's id
 */
export async function makeReconciledDay(
  app: TestApp,
  admin: TestAdmin,
  day: string,
  accountId?: string,
  opening = 200_000,
) {
  const account = accountId ?? (await makeBankAccount(app));
  const settled = 98_500;
  const [settlementLine, transferLine] = await addStatement(app, admin, {
    accountId: account,
    from: day,
    opening,
    lines: [
      { day, amount: settled },
      { day, amount: -50_000 },
    ],
  });
  const payment = await postOnFloat(app, { day, amount: 100_000, kind: "payment" });
  const fee = await postOnFloat(app, { day, amount: -1_500, kind: "fee" });
  const transfer = await postOnFloat(app, { day, amount: -50_000 });
  const [settlement] = await addItems(app, [
    { side: "provider", kind: "settlement", provider: "simulated", day, amount: settled },
  ]);
  const [providerPayment, providerFee] = await addItems(app, [
    { side: "provider", kind: "payment", provider: "simulated", day, amount: 100_000, settlementId: settlement },
    { side: "provider", kind: "fee", provider: "simulated", day, amount: -1_500, settlementId: settlement },
  ]);
  await matchItems(app, [payment, providerPayment ?? 0]);
  await matchItems(app, [fee, providerFee ?? 0]);
  await matchItems(app, [settlement ?? 0, settlementLine ?? 0], "settlement");
  await matchItems(app, [transfer, transferLine ?? 0], "amount_day_name");
  await finishMatching(app);
  return account;
}

/** Stores a closed day without figures, as the first day of reconciliation. */
export async function storeClosedDay(app: TestApp, day: string, proposedBy: string, closedBy: string): Promise<void> {
  await startReconciliation(app, day);
  await app.db.insert(reconciliationDays).values({ day, state: "proposed", proposedBy });
  await app.db
    .update(reconciliationDays)
    .set({ state: "closed", closedBy, closedAt: new Date(), figures: { lines: [] }, auditHash: "0".repeat(64) });
}
