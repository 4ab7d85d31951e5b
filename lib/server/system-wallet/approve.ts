import "server-only";
import type { ManualKind } from "@/lib/contract/system-wallet.values";
import { postingsOf } from "@/lib/contract/system-wallet.values";
import type { ApprovalHandler } from "@/lib/server/approvals/handler";
import type { Transaction } from "@/lib/server/db/client";
import { refuse } from "@/lib/server/errors";
import { postEntry } from "@/lib/server/ledger/post";
import { reverseEntry } from "@/lib/server/ledger/reverse";
import { change, lockMovement, type MovementRecord } from "./change";
import { MOVEMENT } from "./movements";
import { movementWords } from "./words";

/** A movement that somebody else approves is posted in the transaction of the decision, once. */
export const approveMovement: ApprovalHandler = {
  lock: lockMovement,
  async approve(tx, approval, approverId) {
    const movement = await lockMovement(tx, approval.recordId);
    if (movement.state !== "awaiting_approval")
      throw refuse.conflict(`This movement is ${movement.state.replace("_", " ")} already.`);
    const { entry } = await post(tx, movement, approverId);
    await change(tx, movement.id, {
      state: "posted",
      entryId: entry.id,
      decidedBy: approverId,
      decidedAt: entry.postedAt,
    });
    return { before: { state: movement.state }, after: { state: "posted", entry: entry.id } };
  },
};

function post(tx: Transaction, movement: MovementRecord, postedBy: string) {
  const source = { type: MOVEMENT, id: movement.id };
  const description = `${movementWords(movement)} (${movement.reference})`;
  if (movement.reversesEntryId) return reverseEntry(tx, movement.reversesEntryId, { source, description, postedBy });
  const { account, toAccount, direction, amount } = movement;
  const kind = movement.kind as ManualKind;
  if (!account) throw new Error(`Movement ${movement.id} has no account.`);
  return postEntry(tx, {
    key: `movement:${movement.id}`,
    kind,
    description,
    source,
    postedBy,
    postings: postingsOf({ kind, account, to_account: toAccount, direction, amount }).map((each) => ({
      accountId: each.accountId,
      amount: each.amount,
    })),
  });
}
