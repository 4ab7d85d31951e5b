import "server-only";
import { eq, sql } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { openingBalanceFiles, openingBalances } from "@/lib/server/db/schema/opening-balance";
import { openingBalanceRecordRef } from "./balance-file";
import { lockStoredFile } from "./request-posting";

/** Replaces the statement timeout of 15 s, because deleting a million lines takes longer. */
const TIME_LIMIT = "55s";

/**
 * Deletes a file of opening balances whose posting was never requested, with its lines. The same file can be stored again.
 * @returns the number of deleted lines
 * @throws 404; 409 when its posting is requested or approved
 */
export async function deleteBalanceFile(
  { tx, audit }: WriteContext,
  { balanceFileId }: { balanceFileId: string },
): Promise<{ deleted: number }> {
  const file = await lockStoredFile(tx, balanceFileId);
  await tx.execute(sql`select set_config('statement_timeout', ${TIME_LIMIT}, true)
    where current_setting('statement_timeout') <> '0'`);
  await tx.delete(openingBalances).where(eq(openingBalances.fileId, file.id));
  await tx.delete(openingBalanceFiles).where(eq(openingBalanceFiles.id, file.id));
  const { app, fileHash, lines, amount } = file;
  audit({
    record: openingBalanceRecordRef(file),
    before: { state: file.state, app, sha256: fileHash, lines, sum: formatMoney(amount) },
  });
  return { deleted: lines };
}
