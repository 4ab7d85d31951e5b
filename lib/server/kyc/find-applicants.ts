import "server-only";
import { and, inArray } from "drizzle-orm";
import type { KycApplicant } from "@/lib/contract/kyc.submission";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { commonUserWords, USER_NAME_ORDER, userMatchesSearch } from "@/lib/server/user/match-name";

const MAX_APPLICANTS = 8;

/** Finds users by name, phone or email, so that an officer can submit a request for them. */
export async function findApplicants(db: Queryable, search: string): Promise<KycApplicant[]> {
  const searchText = search.trim();
  const common = await commonUserWords(db, searchText);
  const matches = await db
    .select()
    .from(users)
    .where(userMatchesSearch(searchText, common))
    .orderBy(USER_NAME_ORDER)
    .limit(MAX_APPLICANTS);
  const openRequests = matches.length
    ? await db
        .select()
        .from(kycRequests)
        .where(
          and(
            inArray(
              kycRequests.userId,
              matches.map(({ id }) => id),
            ),
            inArray(kycRequests.state, ["pending", "in_review", "resubmission_requested"]),
          ),
        )
    : [];
  return matches.map((user) => {
    const openRequest = openRequests.find(({ userId }) => userId === user.id);
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
      open: openRequest ? { id: openRequest.id, reference: openRequest.reference, state: openRequest.state } : null,
    };
  });
}
