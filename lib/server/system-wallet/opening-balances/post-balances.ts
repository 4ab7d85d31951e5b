import "server-only";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { formatCount, formatMoney } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { log } from "@/lib/server/base/log";
import type { Database, Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { openingBalanceFiles, openingBalances } from "@/lib/server/db/schema/opening-balance";
import { users } from "@/lib/server/db/schema/user";
import { lockAccounts } from "@/lib/server/ledger/accounts";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { isProcessStopping } from "@/lib/server/process/stopping";
import {
  type BalanceFile,
  lockBalanceFile,
  OPENING_BALANCE_RECORD_TYPE,
  openingBalanceRecordRef,
} from "./balance-file";

type BalanceLine = typeof openingBalances.$inferSelect;

/** Number of wallets per ledger entry and transaction. */
const BATCH_SIZE = 500;

/**
 * Posts the balances of approved files, one ledger entry and one transaction per batch of wallets. The transaction also marks the
 * lines, so after a crash a batch is posted completely or not at all, and the next run continues. Several servers may run this
 * concurrently. The next run, a few seconds later, retries a failed batch (process/timed-tasks.ts).
 * @returns the number of lines posted or skipped
 */
export async function postOpeningBalances(db: Database): Promise<number> {
  const files = await db
    .select()
    .from(openingBalanceFiles)
    .where(eq(openingBalanceFiles.state, "posting"))
    .orderBy(asc(openingBalanceFiles.approvedAt), asc(openingBalanceFiles.id));
  let count = 0;
  for (const file of files) {
    try {
      count += await postFile(db, file);
    } catch (error) {
      log.error({ err: error, fileId: file.id }, "opening balances could not be posted");
    }
  }
  return count;
}

async function postFile(db: Database, file: BalanceFile): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    if (isProcessStopping()) return count;
    const lines = await inTransaction(db, (tx) => postBatch(tx, file, after));
    const last = lines.at(-1);
    if (!last) break;
    after = last.line;
    count += lines.length;
  }
  await finishFile(db, file);
  return count;
}

/**
 * Posts one batch. Lock order: lines, ledger accounts, file; a reversal (mark-reversed.ts) also locks accounts first.
 * @returns the lines of the batch, in order; empty if no line is left or another server has locked the rest
 */
async function postBatch(tx: Transaction, file: BalanceFile, after: number): Promise<BalanceLine[]> {
  const lines = await lockNextLines(tx, file.id, after);
  const [first] = lines;
  if (!first) return [];
  const ids = lines.map(({ userId }) => userId);
  // Locks the wallets before reading which citizens' accounts are closed, because closing an account locks its wallet too.
  await lockAccounts(tx, [SYSTEM_ACCOUNT_IDS.settlement_float, ...ids]);
  const closedIds = await readClosedUsers(tx, ids);
  const openLines = lines.filter(({ userId }) => !closedIds.has(userId));
  const skipped = lines.filter(({ userId }) => closedIds.has(userId));
  if (openLines.length) {
    const { entry } = await postLedgerEntry(tx, {
      key: `opening_balance:${file.id}:${first.line}`,
      kind: "opening_balance",
      description: "Opening balance",
      source: { type: OPENING_BALANCE_RECORD_TYPE, id: file.id },
      postedBy: file.approvedBy,
      postings: [
        { accountId: SYSTEM_ACCOUNT_IDS.settlement_float, amount: -sumOf(openLines) },
        ...openLines.map(({ userId, amount }) => ({ accountId: userId, amount })),
      ],
    });
    await markLines(tx, file.id, openLines, { state: "posted", entryId: entry.id });
  }
  if (skipped.length) await markLines(tx, file.id, skipped, { state: "skipped" });
  await tx
    .update(openingBalanceFiles)
    .set({
      postedLines: sql`${openingBalanceFiles.postedLines} + ${openLines.length}`,
      postedAmount: sql`${openingBalanceFiles.postedAmount} + ${sumOf(openLines)}`,
      skippedLines: sql`${openingBalanceFiles.skippedLines} + ${skipped.length}`,
      skippedAmount: sql`${openingBalanceFiles.skippedAmount} + ${sumOf(skipped)}`,
    })
    .where(eq(openingBalanceFiles.id, file.id));
  return lines;
}

const sumOf = (lines: readonly BalanceLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** Locks and returns the next lines, except those that another server has locked. */
const lockNextLines = (tx: Transaction, fileId: string, after: number): Promise<BalanceLine[]> =>
  tx
    .select()
    .from(openingBalances)
    .where(
      and(eq(openingBalances.fileId, fileId), eq(openingBalances.state, "stored"), gt(openingBalances.line, after)),
    )
    .orderBy(asc(openingBalances.line))
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true });

async function readClosedUsers(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), eq(users.status, "closed")));
  return new Set(rows.map(({ id }) => id));
}

const markLines = (
  tx: Transaction,
  fileId: string,
  lines: readonly BalanceLine[],
  values: Pick<BalanceLine, "state"> & Partial<Pick<BalanceLine, "entryId">>,
) =>
  tx
    .update(openingBalances)
    .set(values)
    .where(
      and(
        eq(openingBalances.fileId, fileId),
        inArray(
          openingBalances.line,
          lines.map(({ line }) => line),
        ),
      ),
    );

/** Marks a file as posted once all its lines are posted or skipped. */
const finishFile = (db: Database, { id }: BalanceFile): Promise<void> =>
  inTransaction(db, async (tx) => {
    const file = await lockBalanceFile(tx, id);
    if (file.state !== "posting" || file.postedLines + file.skippedLines < file.lines) return;
    await tx
      .update(openingBalanceFiles)
      .set({ state: "posted", postedAt: sql`now()` })
      .where(eq(openingBalanceFiles.id, id));
    const after = {
      state: "posted",
      posted: formatCount(file.postedLines),
      posted_amount: formatMoney(file.postedAmount),
      skipped: formatCount(file.skippedLines),
      skipped_amount: formatMoney(file.skippedAmount),
    };
    const entry = { record: openingBalanceRecordRef(file), before: { state: file.state }, after };
    await notifyPosted(
      tx,
      file,
      `${after.posted} balances are posted, ${after.posted_amount}. ${after.skipped} are skipped.`,
    );
    await appendAudit(tx, systemAuditRow("systemWallet.finishOpeningBalances", entry));
  });

/** Notifies the admin who requested the posting of a file that its balances are posted. */
async function notifyPosted(tx: Transaction, file: BalanceFile, text: string): Promise<void> {
  const isRequest = and(eq(approvals.recordType, OPENING_BALANCE_RECORD_TYPE), eq(approvals.recordId, file.id));
  const requests = await tx
    .select({ requestedBy: approvals.requestedBy })
    .from(approvals)
    .where(and(isRequest, eq(approvals.state, "approved")));
  await notifyAdmins(
    tx,
    requests.map(({ requestedBy }) => requestedBy),
    {
      kind: "import",
      record: openingBalanceRecordRef(file),
      cause: `import:${file.id}`,
      params: { text: `${file.fileName}: ${text}` },
    },
  );
}
