import "server-only";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { SimilarUser } from "@/lib/contract/user";
import { MAX_SIMILAR_USERS, type SimilarUserReason } from "@/lib/contract/user.values";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { namesAreNear, namesDiffer } from "@/lib/server/kyc/compare-names";
import { hashesToFind } from "@/lib/server/secrets/write-keys";
import { currentUserStatus, type UserRecord } from "./status";

type Person = Pick<UserRecord, "firstName" | "middleName" | "lastName" | "dateOfBirth" | "phone">;

/** Maximum number of compared people with the same birth date; enough for a state with a few million people. */
const MAX_SAME_BIRTHDAY = 2_000;

/**
 * Returns accounts that may belong to this person: with the same phone number, an identity request with the same number, or a
 * similar name and the same birth date. Omits closed accounts.
 * @param identityNumber in the contract's format; empty if unknown
 */
export async function findSimilarUsers(db: Queryable, person: Person, identityNumber: string): Promise<SimilarUser[]> {
  const isNotClosed = ne(users.status, "closed");
  const samePhone = await db
    .select()
    .from(users)
    .where(and(eq(users.phone, person.phone), isNotClosed));
  const sameNumber = identityNumber
    ? await db
        .select()
        .from(users)
        .where(
          and(
            isNotClosed,
            inArray(
              users.id,
              db
                .select({ id: kycRequests.userId })
                .from(kycRequests)
                .where(inArray(kycRequests.identityNumberHash, hashesToFind(identityNumber))),
            ),
          ),
        )
        .limit(MAX_SIMILAR_USERS)
    : [];
  const sameBirthDate = await db
    .select()
    .from(users)
    .where(and(eq(users.dateOfBirth, person.dateOfBirth), isNotClosed))
    .limit(MAX_SAME_BIRTHDAY);
  const similarById = new Map<string, SimilarUser>();
  const addRows = (reason: SimilarUserReason, rows: readonly UserRecord[]) => {
    for (const row of rows) if (!similarById.has(row.id)) similarById.set(row.id, toSimilarUser(row, reason));
  };
  addRows("phone", samePhone);
  addRows("identity_number", sameNumber);
  addRows(
    "name_and_birth_date",
    sameBirthDate.filter((row) => !namesDiffer(row, person) || namesAreNear(row, person)),
  );
  return [...similarById.values()].slice(0, MAX_SIMILAR_USERS);
}

const toSimilarUser = (row: UserRecord, reason: SimilarUserReason): SimilarUser => ({
  id: row.id,
  name: fullName(row),
  phone: row.phone,
  date_of_birth: row.dateOfBirth,
  tier: row.tier,
  status: currentUserStatus(row),
  reason,
});
