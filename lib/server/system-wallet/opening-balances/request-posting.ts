import "server-only";
import type { z } from "zod";
import type { OpeningBalanceFile, openingBalancesPosting } from "@/lib/contract/opening-balances";
import { formatMoney, pluralize } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { Transaction } from "@/lib/server/db/client";
import {
  type BalanceFile,
  lockBalanceFile,
  OPENING_BALANCE_RECORD_TYPE,
  openingBalanceRecordRef,
} from "./balance-file";
import { readBalanceFile } from "./read-files";

/**
 * Requests the posting of a file of opening balances. Nothing is posted before a second admin approves.
 * @throws 400 for a total that differs from the file's; 404; 409 if the posting is already requested or approved
 */
export async function requestPosting(
  { tx, admin, audit }: WriteContext,
  { balanceFileId, amount, reason }: z.output<typeof openingBalancesPosting>,
): Promise<OpeningBalanceFile> {
  const file = await lockStoredFile(tx, balanceFileId);
  const sum = formatMoney(file.amount);
  if (amount !== file.amount) {
    const message = `The lines of this file come to ${sum}. Check the file against its source, and delete it if it is wrong.`;
    throw refuse.badInput(message, { amount: message });
  }
  const approval = await requestApproval(tx, {
    kind: "systemWallet.postOpeningBalances",
    record: openingBalanceRecordRef(file),
    change: `Post ${pluralize(file.lines, "opening balance")} from ${file.fileName} (${file.app}): ${sum} into wallets`,
    payload: { lines: file.lines, amount },
    requestedBy: admin.id,
    reason,
  });
  audit({
    record: openingBalanceRecordRef(file),
    before: { state: "stored" },
    after: { state: "requested", awaiting_approval: approval.change, reason },
  });
  return readBalanceFile(tx, file.id);
}

/** Locks and returns a file whose posting is not requested yet. @throws 404; 409 with the current file */
export async function lockStoredFile(tx: Transaction, fileId: string): Promise<BalanceFile> {
  const file = await lockBalanceFile(tx, fileId);
  const current = () => readBalanceFile(tx, file.id);
  await refuseWhileChangeWaits(tx, OPENING_BALANCE_RECORD_TYPE, file.id, current);
  if (file.state !== "stored")
    throw refuse.conflict("The posting of this file is approved already, so it can't be changed.", await current());
  return file;
}
