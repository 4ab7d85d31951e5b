import "server-only";
import { and, asc, desc, eq } from "drizzle-orm";
import type { OpeningBalanceFile } from "@/lib/contract/opening-balances";
import { formatCount, formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { openingBalanceFiles, openingBalances } from "@/lib/server/db/schema/opening-balance";
import { users } from "@/lib/server/db/schema/user";
import { type BalanceFile, OPENING_BALANCE_RECORD_TYPE } from "./balance-file";

/** Returns the files of opening balances, newest first. */
export async function readBalanceFiles(db: Queryable): Promise<OpeningBalanceFile[]> {
  const files = await db
    .select()
    .from(openingBalanceFiles)
    .orderBy(desc(openingBalanceFiles.storedAt), desc(openingBalanceFiles.id));
  return toApiRows(db, files);
}

/** Returns one file of opening balances; see `readBalanceFiles`. @throws 404 */
export async function readBalanceFile(db: Queryable, id: string): Promise<OpeningBalanceFile> {
  const [file] = await toApiRows(db, await db.select().from(openingBalanceFiles).where(eq(openingBalanceFiles.id, id)));
  if (!file) throw refuse.notFound("file of opening balances");
  return file;
}

async function toApiRows(db: Queryable, files: readonly BalanceFile[]): Promise<OpeningBalanceFile[]> {
  const ids = files.map(({ id }) => id);
  const pendingApprovals = await waitingApprovalsOfRecords(db, OPENING_BALANCE_RECORD_TYPE, ids);
  const describedFiles: OpeningBalanceFile[] = [];
  for (const file of files) {
    const pendingApproval = pendingApprovals.get(file.id) ?? null;
    const reasons = file.skippedLines ? await skippedReasons(db, file.id) : [];
    describedFiles.push({
      ...{ id: file.id, file_name: file.fileName, app: file.app, lines: file.lines, amount: file.amount },
      state: file.state === "stored" && pendingApproval ? "requested" : file.state,
      stored_at: file.storedAt.toISOString(),
      zeros: file.zeros,
      posted: { lines: file.postedLines, amount: file.postedAmount },
      reversed: { lines: file.reversedLines, amount: file.reversedAmount },
      skipped: { lines: file.skippedLines, amount: file.skippedAmount, reasons },
      awaiting: pendingApproval,
      timeline: await readRecordTimeline(db, OPENING_BALANCE_RECORD_TYPE, file.id),
    });
  }
  return describedFiles;
}

/** Maximum number of skipped lines listed with a reason. */
const MAX_SKIPPED = 20;

async function skippedReasons(db: Queryable, fileId: string): Promise<string[]> {
  const rows = await db
    .select({ line: openingBalances.line, amount: openingBalances.amount, user: users })
    .from(openingBalances)
    .innerJoin(users, eq(users.id, openingBalances.userId))
    .where(and(eq(openingBalances.fileId, fileId), eq(openingBalances.state, "skipped")))
    .orderBy(asc(openingBalances.line))
    .limit(MAX_SKIPPED);
  return rows.map(
    ({ line, amount, user }) =>
      `Line ${formatCount(line)}: ${fullName(user)}'s account is closed, so ${formatMoney(amount)} was not posted.`,
  );
}
