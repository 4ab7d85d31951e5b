import "server-only";
import { and, asc, eq, inArray, or, type SQL } from "drizzle-orm";
import type { KycApplicant } from "@/lib/contract/kyc.submission";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { nationalDigits } from "@/lib/server/identify";
import { begins, isNamed } from "@/lib/server/list";

const MOST = 8;

/** Users by name, phone or email, for whom an officer can submit a request. */
export async function findApplicants(db: Queryable, q: string): Promise<KycApplicant[]> {
  const found = await db
    .select()
    .from(users)
    .where(matching(q.trim()))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
    .limit(MOST);
  const open = found.length
    ? await db
        .select()
        .from(kycRequests)
        .where(
          and(
            inArray(
              kycRequests.userId,
              found.map(({ id }) => id),
            ),
            inArray(kycRequests.state, ["pending", "in_review", "resubmission_requested"]),
          ),
        )
    : [];
  return found.map((user) => {
    const waiting = open.find(({ userId }) => userId === user.id);
    return {
      id: user.id,
      first_name: user.firstName,
      middle_name: user.middleName,
      last_name: user.lastName,
      email: user.email,
      date_of_birth: user.dateOfBirth,
      gender: user.gender,
      phone: user.phone,
      address: user.address,
      lga: user.lga,
      tier: user.tier,
      status: user.status,
      open: waiting ? { id: waiting.id, reference: waiting.reference, state: waiting.state } : null,
    };
  });
}

/** An email or a phone number finds its owner; otherwise every typed word begins a name. */
function matching(typed: string): SQL | undefined {
  if (typed.includes("@")) return isNamed(users.email, typed);
  const digits = nationalDigits(typed);
  if (digits !== null) return eq(users.phone, `+234${digits}`);
  const words = typed.split(/\s+/).filter(Boolean).slice(0, 5);
  return and(
    ...words.map((word) =>
      or(...[users.firstName, users.middleName, users.lastName].map((column) => begins(column, word))),
    ),
  );
}
