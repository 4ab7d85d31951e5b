import "server-only";
import { eq } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { openingBalanceFiles } from "@/lib/server/db/schema/opening-balance";

/** Database row of a file of opening balances. */
export type BalanceFile = typeof openingBalanceFiles.$inferSelect;

/** Record type of files of opening balances in the audit trail and approvals. */
export const OPENING_BALANCE_RECORD_TYPE = "opening_balance_file" as const;

/** Returns the reference to a file of opening balances for audit rows and approvals. */
export const openingBalanceRecordRef = ({ id, fileName }: Pick<BalanceFile, "id" | "fileName">) => ({
  type: OPENING_BALANCE_RECORD_TYPE,
  id,
  name: fileName,
});

/** Locks a file of opening balances until the transaction ends. @throws 404 */
export async function lockBalanceFile(tx: Transaction, id: string): Promise<BalanceFile> {
  const [file] = await tx.select().from(openingBalanceFiles).where(eq(openingBalanceFiles.id, id)).for("update");
  if (!file) throw refuse.notFound("file of opening balances");
  return file;
}
