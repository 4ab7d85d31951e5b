import "server-only";
import type { Queryable } from "@/lib/server/db/client";
import type { ApprovalDetails, ApprovalRequestFields } from "./approval-preview";
import { balanceEffectsOf } from "./balance-effects";
import { APPROVAL_PREVIEWS } from "./previews-by-kind";

const SHORT_ACCOUNTS_LABEL = "Accounts that go too low";

/**
 * Returns the details on which a request is based, and the accounts whose balance would become too low. They are
 * stored with the request and compared at the decision, so that the approver sees what has changed.
 * @returns null for a kind of request without such details
 */
export async function approvalDetailsOf(
  db: Queryable,
  request: ApprovalRequestFields,
): Promise<ApprovalDetails | null> {
  const { basis, moves } = APPROVAL_PREVIEWS[request.kind];
  if (!basis) return null;
  const ownFacts = await basis(db, request);
  if (!moves) return ownFacts;
  const { short } = await balanceEffectsOf(db, await moves(db, request), { kind: request.kind, rights: [] });
  return { ...ownFacts, [SHORT_ACCOUNTS_LABEL]: short.join(", ") || "none" };
}

/** Returns a sentence for each detail that differs between the request (`before`) and now. */
export function changedApprovalDetails(before: ApprovalDetails | null, now: ApprovalDetails | null): string[] {
  if (!before || !now) return [];
  return Object.entries(now).flatMap(([name, value]) =>
    before[name] === undefined || before[name] === value
      ? []
      : [`${name}: ${before[name]} at the request, ${value} now.`],
  );
}
