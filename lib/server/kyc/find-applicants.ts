import "server-only";
import { and, asc, inArray } from "drizzle-orm";
import type { KycApplicant } from "@/lib/contract/kyc.submission";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { userNamed } from "@/lib/server/user/match-name";

const MOST = 8;

/** Users by name, phone or email, for whom an officer can submit a request. */
export async function findApplicants(db: Queryable, q: string): Promise<KycApplicant[]> {
  const found = await db
    .select()
    .from(users)
    .where(userNamed(q.trim()))
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
