import "server-only";
import { desc, eq } from "drizzle-orm";
import type { FeatureAccess } from "@/lib/contract/access";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import type { UserDetails } from "@/lib/contract/user";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { readWalletLimits } from "@/lib/server/ledger/limits";
import { actionWords } from "@/lib/server/system-logs/action-words";
import { findClosingObstacles } from "./closing-obstacles";
import { selectUserRows, toUserRow } from "./list";
import { isRestrictionExpired, type UserRecord } from "./status";

/** Record type of users in the audit trail. */
export const USER_RECORD_TYPE = "user" as const;
/** Returns the reference to a user for audit rows. */
export const userRecordRef = (user: UserRecord) => ({ type: USER_RECORD_TYPE, id: user.id, name: fullName(user) });

/** Returns a user for their page, limited to what an admin with these rights may see. @throws 404 */
export async function readUserDetails(
  db: Queryable,
  userId: string,
  rights: readonly FeatureAccess[],
): Promise<UserDetails> {
  const [found] = await selectUserRows(db).where(eq(users.id, userId));
  if (!found) throw refuse.notFound("user");
  const { user } = found;
  const { restriction, legalBasis } = isRestrictionExpired(user) ? { restriction: null, legalBasis: null } : user;
  return {
    ...toUserRow(found),
    ...(await readWalletLimits(db, userId)),
    first_name: user.firstName,
    middle_name: user.middleName,
    last_name: user.lastName,
    date_of_birth: user.dateOfBirth,
    gender: user.gender,
    address: user.address,
    language: user.language,
    phone_verified_at: user.phoneVerifiedAt?.toISOString() ?? null,
    opened_by: user.app !== null && user.externalId !== null ? { app: user.app, external_id: user.externalId } : null,
    restriction:
      restriction && legalBasis
        ? { kind: restriction, legal_basis: legalBasis, until: user.restrictedUntil?.toISOString() ?? null }
        : null,
    status_reason: isRestrictionExpired(user) ? null : user.statusReason,
    status_message: isRestrictionExpired(user) ? null : user.statusMessage,
    status_changed_at: isRestrictionExpired(user) ? null : (user.statusChangedAt?.toISOString() ?? null),
    sessions_reset_at: user.sessionsResetAt?.toISOString() ?? null,
    close_obstacles: user.status === "closed" ? [] : await findClosingObstacles(db, userId, rights),
  };
}

/** Returns the user with this id. @throws 404 */
export async function requireUser(db: Queryable, userId: string): Promise<UserRecord> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw refuse.notFound("user");
  return user;
}

/** Lists the changes of an account, newest first, back to its opening. @throws 404 */
export async function userActivity(db: Queryable, userId: string) {
  const user = await requireUser(db, userId);
  const changes = [...(await readRecordTimeline(db, USER_RECORD_TYPE, userId)), ...(await readTierChanges(db, userId))];
  const newestFirst = changes.sort((a, b) => Number(b.id) - Number(a.id));
  if (newestFirst.some(({ action }) => ACCOUNT_OPENING_ACTIONS.includes(action))) return newestFirst;
  return [
    ...newestFirst,
    {
      id: "0",
      at: user.joinedAt.toISOString(),
      by: { id: user.id, name: fullName(user), email: null },
      actor: fullName(user),
      action: "user.join",
      words: "Opened the account",
      outcome: "done" as const,
      changes: [],
    },
  ];
}

/** Lists a user's tier changes by KYC decisions and revocations, without details that need the right to read KYC requests. */
async function readTierChanges(db: Queryable, userId: string): Promise<TimelineEntry[]> {
  const requests = await db.select({ id: kycRequests.id }).from(kycRequests).where(eq(kycRequests.userId, userId));
  const found: TimelineEntry[] = [];
  for (const { id } of requests)
    for (const entry of await readRecordTimeline(db, "kyc", id)) {
      const tier = entry.changes.find(({ field }) => field === "user_tier");
      if (tier) found.push({ ...entry, words: actionWords(entry.action), changes: [{ ...tier, field: "tier" }] });
    }
  return found;
}

/** Calls that open an account. Imported and demo accounts have no audit row of such a call, so their history gets an entry built from the account. */
const ACCOUNT_OPENING_ACTIONS = ["user.openFromApp", "user.create"];

const MAX_REQUESTS = 50;

/** Lists a user's identity requests, newest first. @throws 404 */
export async function userKyc(db: Queryable, userId: string) {
  await requireUser(db, userId);
  const rows = await db
    .select()
    .from(kycRequests)
    .where(eq(kycRequests.userId, userId))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(MAX_REQUESTS);
  return rows.map(({ id, reference, tier, state, submittedAt, decidedAt }) => ({
    id,
    reference,
    tier,
    state,
    submitted_at: submittedAt.toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
  }));
}
