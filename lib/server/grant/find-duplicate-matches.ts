import "server-only";
import { createHash } from "node:crypto";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { DUPLICATE_KINDS, type DuplicateKind } from "@/lib/contract/grant.values";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications, grantDocuments } from "@/lib/server/db/schema/grant";
import { similarPictures } from "@/lib/server/files/similar-pictures";
import type { UploadRow } from "@/lib/server/uploads/consume";
import { type DuplicateCheckKey, isPhotoPairKey, photoPairKey } from "./duplicate-check-keys";

/** Maximum number of matches per duplicate-check key, newest first, so that a frequent key does not hide matches of rare ones. */
export const MAX_MATCHES_PER_CHECK_KEY = 50;

/** Another user's application with the same duplicate-check key. */
export type DuplicateMatch = DuplicateCheckKey & { applicationId: string; reference: string };

/** Returns a match as text, `kind:application id`. An application stores these texts when an admin confirms that the applicants differ. */
export const matchKey = ({ kind, applicationId }: Pick<DuplicateMatch, "kind" | "applicationId">) =>
  `${kind}:${applicationId}`;

/** Returns a hash of a set of matches, in any order. It changes when a match is added or removed. */
export const hashOfMatches = (matches: readonly DuplicateMatch[]): string =>
  createHash("sha256")
    .update([...new Set(matches.map(matchKey))].sort().join())
    .digest("hex");

/** Returns the kinds of the matches, in the contract's order. */
export const duplicateKindsOf = (matches: readonly DuplicateMatch[]): DuplicateKind[] =>
  DUPLICATE_KINDS.filter((kind) => matches.some((match) => match.kind === kind));

/**
 * Finds other users' applications with one of these duplicate-check keys: the newest 50 per key, each once per kind. Reads at most 50 index
 * entries per key, even if more applications share the key.
 */
export const findDuplicateMatches = async (
  db: Queryable,
  userId: string,
  checkKeys: readonly DuplicateCheckKey[],
): Promise<DuplicateMatch[]> => (await findDuplicateMatchesOfEach(db, [{ userId, checkKeys }]))[0] ?? [];

/** Works like `findDuplicateMatches`, for several applications in one query. Returns the results in the applications' order. */
export async function findDuplicateMatchesOfEach(
  db: Queryable,
  applicants: readonly { userId: string; checkKeys: readonly DuplicateCheckKey[] }[],
): Promise<DuplicateMatch[][]> {
  const checkKeys = applicants.flatMap(({ userId, checkKeys }, place) =>
    checkKeys.map((checkKey) => ({ ...checkKey, userId, place })),
  );
  if (!checkKeys.length) return applicants.map(() => []);
  const column = <T>(pick: (checkKey: (typeof checkKeys)[number]) => T) => sql.param(checkKeys.map(pick));
  const { rows } = await db.execute<{
    place: number;
    kind: DuplicateKind;
    value: string;
    id: string;
    reference: string;
  }>(sql`
    select p.place, p.kind, p.value, f.id, f.reference
    from unnest(${column(({ place }) => place)}::int[], ${column(({ userId }) => userId)}::uuid[],
      ${column(({ kind }) => kind)}::text[], ${column(({ value }) => value)}::text[]) p (place, user_id, kind, value)
    cross join lateral (
      select a.id, a.reference from grant_fingerprints f join grant_applications a on a.id = f.application_id
      where f.kind = p.kind and f.value = p.value and a.user_id <> p.user_id
      order by f.application_id desc limit ${MAX_MATCHES_PER_CHECK_KEY}
    ) f`);
  const found = applicants.map((): DuplicateMatch[] => []);
  for (const { place, kind, value, id, reference } of rows)
    found[place]?.push({ kind, value, applicationId: id, reference });
  return found.map(newestMatchesOfEach);
}

/** Keeps the newest matches of each duplicate-check key, and each application once per kind. Similar photos count as one key. */
export const newestMatchesOfEach = (matches: readonly DuplicateMatch[]): DuplicateMatch[] =>
  DUPLICATE_KINDS.flatMap((kind) => {
    const matchesByKey = new Map<string, DuplicateMatch[]>();
    for (const match of newestFirst(matches.filter((each) => each.kind === kind))) {
      const groupKey = isPhotoPairKey(match) ? "photo" : match.value;
      const group = matchesByKey.get(groupKey);
      if (group) group.push(match);
      else matchesByKey.set(groupKey, [match]);
    }
    const found = new Map<string, DuplicateMatch>();
    for (const match of [...matchesByKey.values()].flatMap(newestMatches))
      if (!found.has(match.applicationId)) found.set(match.applicationId, match);
    return newestFirst([...found.values()]);
  });

/** Sorts by id, descending. Ids are UUIDs that begin with their creation time. */
const newestFirst = (matches: readonly DuplicateMatch[]): DuplicateMatch[] =>
  [...matches].sort((a, b) => (a.applicationId === b.applicationId ? 0 : a.applicationId < b.applicationId ? 1 : -1));

/** @param matches newest first; an application may occur twice */
function newestMatches(matches: readonly DuplicateMatch[]): DuplicateMatch[] {
  const ids = new Set(
    [...new Set(matches.map(({ applicationId }) => applicationId))].slice(0, MAX_MATCHES_PER_CHECK_KEY),
  );
  return matches.filter(({ applicationId }) => ids.has(applicationId));
}

type Photo = Pick<UploadRow, "photoHash" | "photoHash0" | "photoHash1" | "photoHash2" | "photoHash3">;

/** Finds other users' applications with a photo that looks like one of these photos of application `id`. */
export async function findSamePhotos(
  db: Queryable,
  { id, userId }: { id: string; userId: string },
  photos: readonly Photo[],
): Promise<DuplicateMatch[]> {
  const found: DuplicateMatch[] = [];
  for (const photo of photos) {
    const similar = similarPictures(grantDocuments, photo);
    if (!similar) continue;
    const rows = await db
      .select({ applicationId: grantApplications.id, reference: grantApplications.reference })
      .from(grantDocuments)
      .innerJoin(grantApplications, eq(grantApplications.id, grantDocuments.applicationId))
      .where(and(similar.where, eq(grantDocuments.isPhoto, true), ne(grantApplications.userId, userId)))
      .orderBy(desc(grantApplications.id))
      .limit(MAX_MATCHES_PER_CHECK_KEY);
    found.push(...rows.map((row) => ({ ...row, ...photoPairKey(id, row.applicationId) })));
  }
  return found;
}
