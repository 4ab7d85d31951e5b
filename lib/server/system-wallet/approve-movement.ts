import "server-only";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import type { Transaction } from "@/lib/server/db/client";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import { reverseLedgerEntry } from "@/lib/server/ledger/reverse";
import { lockMovement, lockTransactionOfMovement, type MovementRecord, updateMovementRow } from "./change-movement";
import { refuseMoreThanOnSuspense } from "./clear-suspense";
import { describeMovement } from "./describe-movement";
import { MOVEMENT_RECORD_TYPE } from "./list-movements";
import { markBalancesReversed } from "./opening-balances/mark-reversed";
import { effectsOfMovement } from "./read-accounts";

/** Posts a manual transfer, once, in the transaction in which a second admin approves it. */
export const approveMovement: ApprovalHandler = {
  lock: lockMovement,
  async approve(tx, approval, approverId) {
    const movement = await lockMovement(tx, approval.recordId);
    if (movement.state !== "awaiting_approval")
      throw refuse.conflict(`This movement is ${movement.state.replace("_", " ")} already.`);
    const { entry } = await postMovement(tx, movement, approverId);
    await updateMovementRow(tx, movement.id, {
      state: "posted",
      entryId: entry.id,
      decidedBy: approverId,
      decidedAt: entry.postedAt,
    });
    return { before: { state: movement.state }, after: { state: "posted", entry: entry.id } };
  },
};

async function postMovement(tx: Transaction, movement: MovementRecord, postedBy: string) {
  const { id, kind, reversesEntryId } = movement;
  const subjectEntry = await lockTransactionOfMovement(tx, movement);
  await refuseMoreThanOnSuspense(tx, movement);
  const source = { type: MOVEMENT_RECORD_TYPE, id };
  const description = `${describeMovement(movement, subjectEntry)} (${movement.reference})`;
  if (reversesEntryId) {
    const posted = await reverseLedgerEntry(tx, reversesEntryId, { source, description, postedBy });
    await markBalancesReversed(tx, reversesEntryId);
    return posted;
  }
  const postings = (await effectsOfMovement(tx, movement)).map(({ accountId, amount }) => ({ accountId, amount }));
  return postLedgerEntry(tx, { key: `movement:${id}`, kind, description, source, postedBy, postings });
}
