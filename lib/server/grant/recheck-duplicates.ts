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
import { flagMatchingApplications } from "./find-duplicates";
import {
  duplicateKindsOf,
  type FingerprintMatch,
  findSameFingerprintsOfEach,
  hashOfMatches,
  MAX_MATCHES_PER_FINGERPRINT,
  matchKey,
} from "./find-same-prints";
import { type Fingerprint, fingerprintsOfUsers, isPhotoPairFingerprint, storeFingerprints } from "./fingerprints";

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
  // Keeps a rotation of APP_SECRET from changing stored fingerprints between the queries.
  await lockActiveSecret(tx);
  const withPrints = await loadPrints(tx, locked);
  // Stores fingerprints before the search, because two of these applications may match each other by new fingerprints.
  await storeFingerprints(
    tx,
    withPrints.flatMap(({ application, fresh }) => fresh.map((print) => ({ ...print, applicationId: application.id }))),
  );
  const results = new Map<string, Duplicates>();
  for (const one of await addMatches(tx, withPrints)) results.set(one.application.id, await writeFlags(tx, one));
  return (id) => {
    const result = results.get(id);
    if (!result) throw new Error(`Application ${id} was not checked.`);
    return result;
  };
}

async function writeFlags(tx: Transaction, { application, matches, fresh }: ApplicationMatches): Promise<Duplicates> {
  const isNewPrint = (match: FingerprintMatch) =>
    fresh.some(({ kind, value }) => match.kind === kind && match.value === value);
  await flagUnlockedMatches(tx, application.id, matches.filter(isNewPrint));
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

const unclearedPairsOf = ({ duplicatesClearedOf }: Application, matches: readonly FingerprintMatch[]) =>
  matches.map(matchKey).filter((pair) => !duplicatesClearedOf.includes(pair));

/** Application with its fingerprints; `fresh`: fingerprints of the account that are not stored yet. */
type ApplicationPrints = { application: Application; prints: Fingerprint[]; fresh: Fingerprint[] };
type ApplicationMatches = ApplicationPrints & { matches: FingerprintMatch[] };

async function loadPrints(db: Queryable, locked: readonly LockedApplication[]): Promise<ApplicationPrints[]> {
  const rows = await db
    .select()
    .from(grantFingerprints)
    .where(
      inArray(
        grantFingerprints.applicationId,
        locked.map(({ application }) => application.id),
      ),
    );
  const stored = new Map<string, Fingerprint[]>(locked.map(({ application }) => [application.id, []]));
  for (const { applicationId, kind, value } of rows) stored.get(applicationId)?.push({ kind, value });
  const currentPrints = await fingerprintsOfUsers(
    db,
    locked.map(({ user }) => user),
  );
  return locked.map(({ application, user }) => {
    const ownPrints = stored.get(application.id) ?? [];
    const isStored = (print: Fingerprint) =>
      ownPrints.some(({ kind, value }) => kind === print.kind && value === print.value);
    const fresh = (currentPrints.get(user.id) ?? []).filter((print) => !isStored(print));
    return { application, prints: [...ownPrints, ...fresh], fresh };
  });
}

async function addMatches(db: Queryable, withPrints: readonly ApplicationPrints[]): Promise<ApplicationMatches[]> {
  const matches = await findSameFingerprintsOfEach(
    db,
    withPrints.map(({ application, prints }) => ({ userId: application.userId, prints })),
  );
  return withPrints.map((one, place) => ({ ...one, matches: matches[place] ?? [] }));
}

async function flagUnlockedMatches(tx: Transaction, id: string, matches: readonly FingerprintMatch[]): Promise<void> {
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

/** Returns the current duplicates of an application, the newest 50 per fingerprint. @throws 404 */
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
    return (await addMatches(tx, await loadPrints(tx, [found]))).flatMap((checked) => checked.matches);
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

function matchText(kind: DuplicateKind, matches: readonly FingerprintMatch[]): string {
  const number =
    matches.length < MAX_MATCHES_PER_FINGERPRINT ? String(matches.length) : `${MAX_MATCHES_PER_FINGERPRINT} or more`;
  const photoHashes = matches.filter(isPhotoPairFingerprint).length;
  const sharedText =
    photoHashes === 0
      ? MATCH_PHRASES[kind]
      : photoHashes === matches.length
        ? "a photo that looks alike"
        : "the same file or a similar photo";
  return `${number} other ${matches.length === 1 ? "application has" : "applications have"} ${sharedText}.`;
}
