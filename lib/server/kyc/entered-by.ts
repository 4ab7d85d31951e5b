import "server-only";
import type { KycSingle } from "@/lib/contract/kyc";
import { formatCount } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { refOf } from "@/lib/server/rp/active-admins";
import { adminsHolding } from "@/lib/server/rp/read-rights";
import type { Request } from "./record";

type Entered = Pick<Request, "enteredById">;

/** Named in a sentence; the others are counted. */
const MOST_NAMED = 3;

/** Active admins who can review, but for this one. */
const othersThan = async (db: Queryable, adminId: string) =>
  (await adminsHolding(db, [{ feature: "KYC Management", flag: "update" }])).filter(({ id }) => id !== adminId);

/** Whether this admin leaves what they entered to somebody else: there is another officer. */
export const leavesToOthers = async (db: Queryable, adminId: string) => (await othersThan(db, adminId)).length > 0;

/**
 * Four eyes for who comes to the counter: the officer who entered a request doesn't decide it where another one exists.
 * @throws 403 that says who else may
 */
export async function refuseEntered(db: Queryable, { enteredById }: Entered, adminId: string): Promise<void> {
  if (enteredById !== adminId) return;
  const others = await othersThan(db, adminId);
  if (others.length) throw refuse.forbidden(`You entered this request, so ${listed(others)} has to decide it.`);
}

/** For the audit row of a decision: that nobody else could make it. */
export const decidedAlone = ({ enteredById }: Entered, adminId: string) =>
  enteredById === adminId ? { decided_by_who_entered_it: "no other officer" } : {};

/** Who entered a request, and who decides it in their place, for its page. */
export async function enteredOf(db: Queryable, { enteredById }: Entered): Promise<KycSingle["entered"]> {
  if (!enteredById) return null;
  const others = await othersThan(db, enteredById);
  return {
    by: await refOf(db, enteredById),
    others: others.length ? listed(others) : null,
  };
}

/** "A", "A or B", "A, B, C or 4 others". */
function listed(people: readonly { name: string }[]): string {
  const names = people.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = people.length - names.length;
  if (more) names.push(`${formatCount(more)} ${more === 1 ? "other officer" : "other officers"}`);
  return names.join(", ").replace(/, ([^,]*)$/, " or $1");
}
