import "server-only";
import { and, desc, eq, gte, lte, ne, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { KycRisk } from "@/lib/contract/kyc.submission";
import { MANY_REQUESTS_LIMITS } from "@/lib/contract/kyc.values";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";

/** Another request to which a risk flag refers. */
export type RelatedRequest = Pick<
  typeof kycRequests.$inferSelect,
  "id" | "reference" | "firstName" | "lastName" | "state"
> & {
  detail: string;
  photo: KycRisk["requests"][number]["photo"];
};

/** Maximum number of related requests in a list: 50 matches are enough to prove fraud. */
export const MAX_RELATED_REQUESTS = 50;
const HOUR_MS = 3_600_000;

type KycRequest = typeof kycRequests.$inferSelect;

const sameNumber = alias(kycRequests, "same_number");

/** Finds requests of other users with the same identity number. */
export const requestsWithSameNumber = (db: Queryable, request: KycRequest): Promise<RelatedRequest[]> =>
  requestsOfOthers(
    db,
    request,
    // Reads the hash of the identity number in the same statement, because a rotation of APP_SECRET may change it.
    eq(
      kycRequests.identityNumberHash,
      db.select({ hash: sameNumber.identityNumberHash }).from(sameNumber).where(eq(sameNumber.id, request.id)),
    ),
  ).then(toMatches);

/** Finds requests of other users from the same device or IP address at about the same time. */
export async function requestsWithSameOrigin(
  db: Queryable,
  request: KycRequest,
): Promise<(RelatedRequest & { from: SharedOriginKind })[]> {
  const relatedById = new Map<string, RelatedRequest & { from: SharedOriginKind }>();
  for (const origin of ["device", "address"] as const) {
    const [column, value] =
      origin === "device"
        ? [kycRequests.submittedDevice, request.submittedDevice]
        : [kycRequests.submittedAddress, request.submittedAddress];
    if (!value) continue;
    const { users, hours } = MANY_REQUESTS_LIMITS[origin];
    const submittedAtMs = request.submittedAt.getTime();
    const sameTimeFilter = and(
      gte(kycRequests.submittedAt, new Date(submittedAtMs - hours * HOUR_MS)),
      lte(kycRequests.submittedAt, new Date(submittedAtMs + hours * HOUR_MS)),
    );
    const rows = await requestsOfOthers(db, request, and(eq(column, value), sameTimeFilter));
    if (new Set(rows.map(({ userId }) => userId)).size + 1 < users) continue;
    for (const row of toMatches(rows)) if (!relatedById.has(row.id)) relatedById.set(row.id, { ...row, from: origin });
  }
  return [...relatedById.values()];
}
/** What two requests share if they have the same origin: the device or the IP address. */
export type SharedOriginKind = "device" | "address";

const requestsOfOthers = (db: Queryable, { userId }: KycRequest, where: SQL | undefined) =>
  db
    .select()
    .from(kycRequests)
    .where(and(where, ne(kycRequests.userId, userId)))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(MAX_RELATED_REQUESTS);

const toMatches = (rows: KycRequest[]): RelatedRequest[] =>
  rows.map(({ id, reference, firstName, lastName, state }) => ({
    id,
    reference,
    firstName,
    lastName,
    state,
    detail: "",
    photo: null,
  }));
