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
import { adminRefOf } from "@/lib/server/records/admin-record";
import { flagOthers } from "./find-duplicates";
import { kindsOf, MAX_NAMED, type Match, markOf, pairOf, samePrintsOfEach } from "./find-same-prints";
import { type Fingerprint, isPhotoPair, personsPrints, storeFingerprints } from "./fingerprints";

type Application = typeof grantApplications.$inferSelect;

type User = typeof users.$inferSelect;
/** Application with its applicant. */
type Held = { application: Application; user: User };
/** Kinds shared with other applications, and pairs (kind:application) that no admin has cleared. */
type Rechecked = { kinds: DuplicateKind[]; uncleared: string[] };

/**
 * Searches again for duplicates of a stored application, because its applicant's identity number or phone may have changed, and
 * updates its flags. Locks the application. Flags new matches too, except those locked elsewhere: they are rechecked before their
 * own decision.
 * @throws 404
 */
export async function recheckDuplicates(tx: Transaction, applicationId: string): Promise<Rechecked> {
  const [held] = await tx
    .select({ application: grantApplications, user: users })
    .from(grantApplications)
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .where(eq(grantApplications.id, applicationId))
    .for("no key update", { of: grantApplications });
  if (!held) throw refuse.notFound("application");
  return (await recheckHeld(tx, [held]))(applicationId);
}

/**
 * Same as `recheckDuplicates` for applications that the caller has locked; needs few queries where nothing is shared.
 * @returns lookup by application id
 */
export async function recheckHeld(tx: Transaction, held: readonly Held[]): Promise<(id: string) => Rechecked> {
  const printed = await printsOf(tx, held);
  // Stored before the search, because two of these applications may match each other by new fingerprints.
  await storeFingerprints(
    tx,
    printed.flatMap(({ application, fresh }) => fresh.map((print) => ({ ...print, applicationId: application.id }))),
  );
  const results = new Map<string, Rechecked>();
  for (const one of await withMatches(tx, printed)) results.set(one.application.id, await writeFlags(tx, one));
  return (id) => {
    const result = results.get(id);
    if (!result) throw new Error(`Application ${id} was not checked.`);
    return result;
  };
}

async function writeFlags(tx: Transaction, { application, matches, fresh }: Looked): Promise<Rechecked> {
  const isFresh = (match: Match) => fresh.some(({ kind, value }) => match.kind === kind && match.value === value);
  await flagUnheld(tx, application.id, matches.filter(isFresh));
  const kinds = kindsOf(matches);
  const uncleared = unclearedOf(application, matches);
  const isFlaggedAnew = application.duplicatesClearedAt !== null && uncleared.length > 0;
  if (isFlaggedAnew || kinds.join() !== application.duplicates.join())
    await tx
      .update(grantApplications)
      .set({
        duplicates: kinds,
        version: sql`${grantApplications.version} + 1`,
        ...(isFlaggedAnew && { duplicatesClearedAt: null, duplicatesClearedBy: null, duplicatesClearedReason: null }),
      })
      .where(eq(grantApplications.id, application.id));
  return { kinds, uncleared };
}

const unclearedOf = ({ duplicatesClearedOf }: Application, matches: readonly Match[]) =>
  matches.map(pairOf).filter((pair) => !duplicatesClearedOf.includes(pair));

/** Application with its fingerprints; `fresh`: fingerprints of the current account that are not stored yet. */
type Printed = { application: Application; prints: Fingerprint[]; fresh: Fingerprint[] };
type Looked = Printed & { matches: Match[] };

async function printsOf(db: Queryable, held: readonly Held[]): Promise<Printed[]> {
  const rows = await db
    .select()
    .from(grantFingerprints)
    .where(
      inArray(
        grantFingerprints.applicationId,
        held.map(({ application }) => application.id),
      ),
    );
  const stored = new Map<string, Fingerprint[]>(held.map(({ application }) => [application.id, []]));
  for (const { applicationId, kind, value } of rows) stored.get(applicationId)?.push({ kind, value });
  const now = await personsPrints(
    db,
    held.map(({ user }) => user),
  );
  return held.map(({ application, user }) => {
    const own = stored.get(application.id) ?? [];
    const isStored = (print: Fingerprint) =>
      own.some(({ kind, value }) => kind === print.kind && value === print.value);
    const fresh = (now.get(user.id) ?? []).filter((print) => !isStored(print));
    return { application, prints: [...own, ...fresh], fresh };
  });
}

async function withMatches(db: Queryable, printed: readonly Printed[]): Promise<Looked[]> {
  const matches = await samePrintsOfEach(
    db,
    printed.map(({ application, prints }) => ({ userId: application.userId, prints })),
  );
  return printed.map((one, place) => ({ ...one, matches: matches[place] ?? [] }));
}

async function flagUnheld(tx: Transaction, id: string, matches: readonly Match[]): Promise<void> {
  if (!matches.length) return;
  const ids = matches.map(({ applicationId }) => applicationId);
  const held = await tx
    .select({ id: grantApplications.id })
    .from(grantApplications)
    .where(inArray(grantApplications.id, ids))
    .for("no key update", { skipLocked: true });
  await flagOthers(
    tx,
    id,
    matches.filter(({ applicationId }) => held.some((other) => other.id === applicationId)),
  );
}

/** Returns the current duplicates of an application, the newest MAX_NAMED per fingerprint. @throws 404 */
export async function duplicatesOf(db: Queryable, applicationId: string): Promise<GrantDuplicates> {
  const [found] = await db
    .select({ application: grantApplications, user: users, clearedBy: admins })
    .from(grantApplications)
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .leftJoin(admins, eq(admins.id, grantApplications.duplicatesClearedBy))
    .where(eq(grantApplications.id, applicationId));
  if (!found) throw refuse.notFound("application");
  const { application, clearedBy } = found;
  const matches = (await withMatches(db, await printsOf(db, [found]))).flatMap((looked) => looked.matches);
  const others = await named(
    db,
    matches.map((match) => match.applicationId),
  );
  const { duplicatesClearedAt: at, duplicatesClearedReason: reason, version } = application;
  const isCleared = clearedBy && at && reason !== null && !unclearedOf(application, matches).length;
  return {
    items: kindsOf(matches).map((kind) => {
      const same = matches.filter((match) => match.kind === kind);
      return {
        kind,
        detail: detailOf(kind, same),
        applications: others.filter(({ id }) => same.some((match) => match.applicationId === id)),
      };
    }),
    mark: markOf(matches),
    cleared: isCleared ? { by: adminRefOf(clearedBy), at: at.toISOString(), reason } : null,
    version,
  };
}

async function named(db: Queryable, ids: string[]) {
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

const SHARED: Record<DuplicateKind, string> = {
  identity_number: "the same identity number",
  phone: "the same phone number",
  account: "the same bank account",
  photo: "the same file",
  device: "the same device",
};

function detailOf(kind: DuplicateKind, matches: readonly Match[]): string {
  const number = matches.length < MAX_NAMED ? String(matches.length) : `${MAX_NAMED} or more`;
  const photoHashes = matches.filter(isPhotoPair).length;
  const what =
    photoHashes === 0
      ? SHARED[kind]
      : photoHashes === matches.length
        ? "a photo that looks alike"
        : "the same file or a similar photo";
  return `${number} other ${matches.length === 1 ? "application has" : "applications have"} ${what}.`;
}
