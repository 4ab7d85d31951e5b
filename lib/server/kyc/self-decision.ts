import "server-only";
import type { KycDetails } from "@/lib/contract/kyc";
import { formatList, pluralize } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { readAdminRef } from "@/lib/server/rp/active-admins";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import type { KycRequest } from "./record";

type EnteredRequest = Pick<KycRequest, "enteredById">;

/** Maximum number of officers named in a message; the others are counted. */
const MAX_NAMED = 3;

/** Lists the active admins who can review, without the given one. */
const otherDeciders = async (db: Queryable, adminId: string) =>
  (await readAdminsHolding(db, [{ feature: "KYC Management", flag: "update" }])).filter(({ id }) => id !== adminId);

/** Returns true if another officer can review this admin's submissions. */
export const hasOtherDeciders = async (db: Queryable, adminId: string) => (await otherDeciders(db, adminId)).length > 0;

/**
 * Enforces the four-eyes rule for requests submitted at the counter: the officer who submitted a request can't decide it if another officer
 * can.
 * @throws 403 with the names of officers who can
 */
export async function refuseOwnSubmission(
  db: Queryable,
  { enteredById }: EnteredRequest,
  adminId: string,
): Promise<void> {
  if (enteredById !== adminId) return;
  const others = await otherDeciders(db, adminId);
  if (others.length) throw refuse.forbidden(`You entered this request, so ${listNames(others)} has to decide it.`);
}

/** Returns a note for the decision's audit row if the deciding officer submitted the request: no other officer could decide. */
export const selfDecisionNote = ({ enteredById }: EnteredRequest, adminId: string) =>
  enteredById === adminId ? { decided_by_who_entered_it: "no other officer" } : {};

/** Returns which officer submitted a request, and who can decide it instead, for the request's page. */
export async function submittingOfficerOf(
  db: Queryable,
  { enteredById }: EnteredRequest,
): Promise<KycDetails["entered"]> {
  if (!enteredById) return null;
  const others = await otherDeciders(db, enteredById);
  return {
    by: await readAdminRef(db, enteredById),
    others: others.length ? listNames(others) : null,
  };
}

/** Formats people as "A", "A or B" or "A, B, C or 4 other officers". */
function listNames(people: readonly { name: string }[]): string {
  const names = people.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = people.length - names.length;
  if (more) names.push(pluralize(more, "other officer"));
  return formatList(names, "or");
}
