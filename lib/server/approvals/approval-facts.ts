import "server-only";
import type { Queryable } from "@/lib/server/db/client";
import type { ApprovalFacts, RequestFields } from "./approval-preview";
import { balanceEffectsOf } from "./balance-effects";
import { PREVIEWS } from "./previews-by-kind";

const SHORT_ACCOUNTS_FACT = "Accounts that go too low";

/**
 * Returns the current facts on which a request is based, and the accounts whose balance would become too low. They are
 * stored with the request and compared at the decision, so that the approver sees what has changed.
 * @returns null for a kind of request without such facts
 */
export async function factsOf(db: Queryable, request: RequestFields): Promise<ApprovalFacts | null> {
  const { basis, moves } = PREVIEWS[request.kind];
  if (!basis) return null;
  const ownFacts = await basis(db, request);
  if (!moves) return ownFacts;
  const { short } = await balanceEffectsOf(db, await moves(db, request), { kind: request.kind, rights: [] });
  return { ...ownFacts, [SHORT_ACCOUNTS_FACT]: short.join(", ") || "none" };
}

/** Returns a sentence for each fact that has changed. */
export function changedFacts(before: ApprovalFacts | null, now: ApprovalFacts | null): string[] {
  if (!before || !now) return [];
  return Object.entries(now).flatMap(([name, value]) =>
    before[name] === undefined || before[name] === value
      ? []
      : [`${name}: ${before[name]} at the request, ${value} now.`],
  );
}
