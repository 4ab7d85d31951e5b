import "server-only";
import { desc, eq, inArray, sql } from "drizzle-orm";
import type { DuplicateKind } from "@/lib/contract/grant.values";
import type { GrantDuplicates } from "@/lib/contract/grant-applications";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { grantApplications, grantFingerprints, grantProgrammes } from "@/lib/server/db/schema/grant";
import { users } from "@/lib/server/db/schema/user";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { lockActiveSecret } from "@/lib/server/secrets/write-keys";
import {
  type DuplicateCheckKey,
  duplicateCheckKeysOfUsers,
  isPhotoPairKey,
  storeDuplicateCheckKeys,
} from "./duplicate-check-keys";
import {
  type DuplicateMatch,
  duplicateKindsOf,
  findDuplicateMatchesOfEach,
  hashOfMatches,
  MAX_MATCHES_PER_CHECK_KEY,
  matchKey,
} from "./find-duplicate-matches";
import { flagMatchingApplications } from "./find-duplicates";

type Application = typeof grantApplications.$inferSelect;

type User = typeof users.$inferSelect;
type LockedApplication = { application: Application; user: User };
/** Kinds of data shared with other applications, and pairs (kind:application) that no admin has cleared yet. */
type Duplicates = { kinds: DuplicateKind[]; uncleared: string[] };

/**
 * Searches again for duplicates of a stored application, because its applicant's identity number or phone may have changed. Updates its
 * flags and locks the application. Also flags new matches, except those locked by other transactions, which are rechecked before their own
 * decision.
 * @throws 404
 */
export async function recheckDuplicates(tx: Transaction, applicationId: string): Promise<Duplicates> {
  const [locked] = await tx
    .select({ application: grantApplications, user: users })
    .from(grantApplications)
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .where(eq(grantApplications.id, applicationId))
    .for("no key update", { of: grantApplications });
  if (!locked) throw refuse.notFound("application");
  return (await recheckDuplicatesOfLocked(tx, [locked]))(applicationId);
}

/** Works like `recheckDuplicates`, for locked applications. @returns lookup by application id */
export async function recheckDuplicatesOfLocked(
  tx: Transaction,
  locked: readonly LockedApplication[],
): Promise<(id: string) => Duplicates> {
  // Keeps a rotation of APP_SECRET from changing stored duplicate-check keys between the queries.
  await lockActiveSecret(tx);
  const withKeys = await loadCheckKeys(tx, locked);
  // Stores the keys before the search, because two of these applications may match each other by new keys.
  await storeDuplicateCheckKeys(
    tx,
    withKeys.flatMap(({ application, fresh }) =>
      fresh.map((checkKey) => ({ ...checkKey, applicationId: application.id })),
    ),
  );
  const results = new Map<string, Duplicates>();
  for (const one of await addMatches(tx, withKeys)) results.set(one.application.id, await writeFlags(tx, one));
  return (id) => {
    const result = results.get(id);
    if (!result) throw new Error(`Application ${id} was not checked.`);
    return result;
  };
}

async function writeFlags(tx: Transaction, { application, matches, fresh }: ApplicationMatches): Promise<Duplicates> {
  const hasNewKey = (match: DuplicateMatch) =>
    fresh.some(({ kind, value }) => match.kind === kind && match.value === value);
  await flagUnlockedMatches(tx, application.id, matches.filter(hasNewKey));
  const kinds = duplicateKindsOf(matches);
  const uncleared = unclearedPairsOf(application, matches);
  const isFlaggedAgain = application.duplicatesClearedAt !== null && uncleared.length > 0;
  if (isFlaggedAgain || kinds.join() !== application.duplicates.join())
    await tx
      .update(grantApplications)
      .set({
        duplicates: kinds,
        version: sql`${grantApplications.version} + 1`,
        ...(isFlaggedAgain && { duplicatesClearedAt: null, duplicatesClearedBy: null, duplicatesClearedReason: null }),
      })
      .where(eq(grantApplications.id, application.id));
  return { kinds, uncleared };
}

const unclearedPairsOf = ({ duplicatesClearedOf }: Application, matches: readonly DuplicateMatch[]) =>
  matches.map(matchKey).filter((pair) => !duplicatesClearedOf.includes(pair));

/** Application with its duplicate-check keys; `fresh`: keys of the account that are not stored yet. */
type ApplicationWithKeys = { application: Application; checkKeys: DuplicateCheckKey[]; fresh: DuplicateCheckKey[] };
type ApplicationMatches = ApplicationWithKeys & { matches: DuplicateMatch[] };

async function loadCheckKeys(db: Queryable, locked: readonly LockedApplication[]): Promise<ApplicationWithKeys[]> {
  const rows = await db
    .select()
    .from(grantFingerprints)
    .where(
      inArray(
        grantFingerprints.applicationId,
        locked.map(({ application }) => application.id),
      ),
    );
  const stored = new Map<string, DuplicateCheckKey[]>(locked.map(({ application }) => [application.id, []]));
  for (const { applicationId, kind, value } of rows) stored.get(applicationId)?.push({ kind, value });
  const currentKeys = await duplicateCheckKeysOfUsers(
    db,
    locked.map(({ user }) => user),
  );
  return locked.map(({ application, user }) => {
    const ownKeys = stored.get(application.id) ?? [];
    const isStored = (checkKey: DuplicateCheckKey) =>
      ownKeys.some(({ kind, value }) => kind === checkKey.kind && value === checkKey.value);
    const fresh = (currentKeys.get(user.id) ?? []).filter((checkKey) => !isStored(checkKey));
    return { application, checkKeys: [...ownKeys, ...fresh], fresh };
  });
}

async function addMatches(db: Queryable, withKeys: readonly ApplicationWithKeys[]): Promise<ApplicationMatches[]> {
  const matches = await findDuplicateMatchesOfEach(
    db,
    withKeys.map(({ application, checkKeys }) => ({ userId: application.userId, checkKeys })),
  );
  return withKeys.map((one, place) => ({ ...one, matches: matches[place] ?? [] }));
}

async function flagUnlockedMatches(tx: Transaction, id: string, matches: readonly DuplicateMatch[]): Promise<void> {
  if (!matches.length) return;
  const ids = matches.map(({ applicationId }) => applicationId);
  const locked = await tx
    .select({ id: grantApplications.id })
    .from(grantApplications)
    .where(inArray(grantApplications.id, ids))
    .for("no key update", { skipLocked: true });
  await flagMatchingApplications(
    tx,
    id,
    matches.filter(({ applicationId }) => locked.some((other) => other.id === applicationId)),
  );
}

/** Returns the current duplicates of an application, the newest 50 per duplicate-check key. @throws 404 */
export async function readGrantDuplicates(db: Queryable, applicationId: string): Promise<GrantDuplicates> {
  const [found] = await db
    .select({ application: grantApplications, user: users, clearedBy: admins })
    .from(grantApplications)
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .leftJoin(admins, eq(admins.id, grantApplications.duplicatesClearedBy))
    .where(eq(grantApplications.id, applicationId));
  if (!found) throw refuse.notFound("application");
  const { application, clearedBy } = found;
  const matches = await db.transaction(async (tx) => {
    await lockActiveSecret(tx);
    return (await addMatches(tx, await loadCheckKeys(tx, [found]))).flatMap((checked) => checked.matches);
  });
  const others = await loadApplications(
    db,
    matches.map((match) => match.applicationId),
  );
  const { duplicatesClearedAt: at, duplicatesClearedReason: reason, version } = application;
  const isCleared = clearedBy && at && reason !== null && !unclearedPairsOf(application, matches).length;
  return {
    items: duplicateKindsOf(matches).map((kind) => {
      const same = matches.filter((match) => match.kind === kind);
      return {
        kind,
        detail: matchText(kind, same),
        applications: others.filter(({ id }) => same.some((match) => match.applicationId === id)),
      };
    }),
    mark: hashOfMatches(matches),
    cleared: isCleared ? { by: toAdminRef(clearedBy), at: at.toISOString(), reason } : null,
    version,
  };
}

async function loadApplications(db: Queryable, ids: string[]) {
  if (!ids.length) return [];
  const rows = await db
    .select({ application: grantApplications, user: users, programme: grantProgrammes.name })
    .from(grantApplications)
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .innerJoin(grantProgrammes, eq(grantProgrammes.id, grantApplications.programmeId))
    .where(inArray(grantApplications.id, [...new Set(ids)]))
    .orderBy(desc(grantApplications.id));
  return rows.map(({ application, user, programme }) => ({
    id: application.id,
    reference: application.reference,
    applicant: { id: user.id, name: fullName(user) },
    programme: { id: application.programmeId, name: programme },
    state: application.state,
  }));
}

const MATCH_PHRASES: Record<DuplicateKind, string> = {
  identity_number: "the same identity number",
  phone: "the same phone number",
  account: "the same bank account",
  photo: "the same file",
  device: "the same device",
};

function matchText(kind: DuplicateKind, matches: readonly DuplicateMatch[]): string {
  const number =
    matches.length < MAX_MATCHES_PER_CHECK_KEY ? String(matches.length) : `${MAX_MATCHES_PER_CHECK_KEY} or more`;
  const photoPairs = matches.filter(isPhotoPairKey).length;
  const sharedText =
    photoPairs === 0
      ? MATCH_PHRASES[kind]
      : photoPairs === matches.length
        ? "a photo that looks alike"
        : "the same file or a similar photo";
  return `${number} other ${matches.length === 1 ? "application has" : "applications have"} ${sharedText}.`;
}
