import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { MAX_KOBO } from "@/lib/contract/ledger.values";
import { sealWaitingRows } from "@/lib/server/audit/seal";
import { log } from "@/lib/server/base/log";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import type { Database } from "@/lib/server/db/client";
import { bankAccounts } from "@/lib/server/db/schema/bank-statements";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { matchOpenItems } from "@/lib/server/reconciliation/matching/match-items";
import { collectLedgerItems } from "@/lib/server/reconciliation/sources/collect-ledger";
import { fetchSettlements } from "@/lib/server/reconciliation/sources/fetch-settlements";
import { expectedBankLines, toStatementLines, withStatementMistakes } from "./bank-lines";
import { type CallAsAdmin, openDemoAdminSession } from "./call-api";

/** Number of days before today that the demo reconciles. */
const DAYS = 9;
/** Number of days that the demo's statement without mistakes covers. */
const CLEAN_DAYS = 4;
/** Number of days whose reconciliation the demo closes. */
const CLOSED_DAYS = 2;

/** The demo's bank account. The check digit of its number is valid for the bank. */
const ACCOUNT = { name: "Collections", bank_code: "044", bank_name: "Access Bank", account_number: "0690000032" };

const idOf = z.object({ id: z.string() });

/**
 * Reconciles the last days of the demo data as admins would: adds a bank account, imports two statements, of which the second has a
 * mistake of each kind, and closes the first days. Does nothing if a bank account exists.
 */
export async function reconcileWeek(db: Database): Promise<void> {
  if (await db.$count(bankAccounts)) return;
  const [finance, owner] = [
    await openDemoAdminSession(db, demoAdminId("finance")),
    await openDemoAdminSession(db, demoAdminId("owner")),
  ];
  try {
    await actAsAdmins(db, finance, owner);
  } finally {
    for (const call of [finance, owner]) await call("DELETE", "/auth/admin/session");
  }
}

async function actAsAdmins(db: Database, finance: CallAsAdmin, owner: CallAsAdmin): Promise<void> {
  const [startsOn, yesterday] = [addDays(lagosDayOf(new Date()), -DAYS), addDays(lagosDayOf(new Date()), -1)];
  const account = idOf.safeParse(
    await finance("POST", "/wallets/reconciliation/accounts", { ...ACCOUNT, starts_on: startsOn }),
  );
  if (!account.success) return;
  await collectLedgerItems(db);
  await fetchSettlements(db);
  await collectLedgerItems(db);
  const lastClean = addDays(startsOn, CLEAN_DAYS - 1);
  const opening = await openingBalance(db, startsOn);
  const clean = await expectedBankLines(db, startsOn, lastClean);
  const closing = clean.reduce((sum, { amount }) => sum + amount, opening);
  const statement = (from: string, to: string) => ({ accountId: account.data.id, from, to });
  await importStatement(finance, { ...statement(startsOn, lastClean), opening, lines: clean });
  const rest = withStatementMistakes(await expectedBankLines(db, addDays(lastClean, 1), yesterday), yesterday);
  await importStatement(finance, {
    ...statement(addDays(lastClean, 1), yesterday),
    opening: closing,
    lines: rest,
  });
  await matchOpenItems(db);
  await finance("GET", "/wallets/ledger-check");
  await sealWaitingRows(db);
  for (let number = 0; number < CLOSED_DAYS; number++)
    if (!(await closeDay(addDays(startsOn, number), finance, owner))) break;
  log.info("demo data: reconciled the last days");
}

/** Returns the bank's balance in kobo before the first day: the float without the money that is still at the provider. */
async function openingBalance(db: Database, startsOn: string): Promise<number> {
  const { rows } = await db.execute<{ kobo: number }>(sql`
    select (coalesce((select p.balance_after from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where a.code = 'settlement_float' and p.posted_at < (${startsOn}::date::timestamp at time zone 'Africa/Lagos')
        order by p.seq desc limit 1), 0)
      - coalesce((select sum(amount) from reconciliation_items where side = 'ledger' and day < ${startsOn}::date), 0))::float8 as kobo`);
  return Math.min(rows[0]?.kobo ?? 0, MAX_KOBO);
}

type DemoStatement =
  Parameters<typeof toStatementLines> extends [infer Lines, ...unknown[]]
    ? { accountId: string; from: string; to: string; opening: number; lines: Lines }
    : never;

async function importStatement(call: CallAsAdmin, { accountId, from, to, opening, lines }: DemoStatement) {
  const path = `/wallets/reconciliation/accounts/${accountId}/statements`;
  const begun = idOf.safeParse(
    await call("POST", path, {
      file_name: `collections-${from}-${to}.csv`,
      file_hash: createHash("sha256").update(JSON.stringify(lines)).digest("hex"),
      format: "csv",
      from_day: from,
      to_day: to,
      opening,
      closing: lines.reduce((sum, { amount }) => sum + amount, opening),
      lines: lines.length,
    }),
  );
  if (!begun.success) return;
  const { id } = begun.data;
  if (lines.length) await call("POST", `${path}/${id}/lines`, { after: 0, lines: toStatementLines(lines, opening) });
  await call("POST", `${path}/${id}/finish`, {});
}

/** Proposes to close the reconciliation of a day as one admin, and closes it as another. @returns false if the day can't be closed yet */
async function closeDay(day: string, finance: CallAsAdmin, owner: CallAsAdmin): Promise<boolean> {
  const path = `/wallets/reconciliation/days/${day}`;
  const remark = "Suspense was reviewed line by line.";
  const proposal = z.object({ version: z.int() }).safeParse(await finance("POST", `${path}/proposal`, { remark }));
  return proposal.success && (await owner("POST", `${path}/closing`, { version: proposal.data.version })) !== null;
}
