import "server-only";
import { createHash } from "node:crypto";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { DUPLICATE_KINDS, type DuplicateKind } from "@/lib/contract/grant.values";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications, grantDocuments } from "@/lib/server/db/schema/grant";
import { nearHash } from "@/lib/server/files/near-hash";
import type { Upload } from "@/lib/server/uploads/take";
import { type Fingerprint, isPhotoPair, photoPrint } from "./fingerprints";

/** Of those that share one thing, the newest are named: what hundreds share needs no longer list, and hides nothing else. */
export const MOST_NAMED = 50;

/** Another user's application that has this fingerprint as well. */
export type Match = Fingerprint & { applicationId: string; reference: string };

/** One thing that is shared with one application, as it is kept once an admin has cleared it. */
export const pairOf = ({ kind, applicationId }: Pick<Match, "kind" | "applicationId">) => `${kind}:${applicationId}`;

/** Stands for exactly these pairs, in whatever order: another one, or one less, is another mark. */
export const markOf = (matches: readonly Match[]): string =>
  createHash("sha256")
    .update([...new Set(matches.map(pairOf))].sort().join())
    .digest("hex");

/** In the order of the contract. */
export const kindsOf = (matches: readonly Match[]): DuplicateKind[] =>
  DUPLICATE_KINDS.filter((kind) => matches.some((match) => match.kind === kind));

/**
 * Applications of other users with one of these fingerprints, the newest MOST_NAMED of each, each once a kind. Reads at most
 * so many entries of an index for each fingerprint, however many share it.
 */
export const samePrints = async (db: Queryable, userId: string, prints: readonly Fingerprint[]): Promise<Match[]> =>
  (await samePrintsOfEach(db, [{ userId, prints }]))[0] ?? [];

/** The same for several by one question, in their order. */
export async function samePrintsOfEach(
  db: Queryable,
  asked: readonly { userId: string; prints: readonly Fingerprint[] }[],
): Promise<Match[][]> {
  const prints = asked.flatMap(({ userId, prints }, place) => prints.map((print) => ({ ...print, userId, place })));
  if (!prints.length) return asked.map(() => []);
  const column = <T>(of: (print: (typeof prints)[number]) => T) => sql.param(prints.map(of));
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
      order by f.application_id desc limit ${MOST_NAMED}
    ) f`);
  const found = asked.map((): Match[] => []);
  for (const { place, kind, value, id, reference } of rows)
    found[place]?.push({ kind, value, applicationId: id, reference });
  return found.map(newestOfEach);
}

/** The newest of each fingerprint, photos that look alike taken as one; each application once a kind. */
export const newestOfEach = (matches: readonly Match[]): Match[] =>
  DUPLICATE_KINDS.flatMap((kind) => {
    const shared = new Map<string, Match[]>();
    for (const match of newestFirst(matches.filter((each) => each.kind === kind))) {
      const thing = isPhotoPair(match) ? "photo" : match.value;
      const same = shared.get(thing);
      if (same) same.push(match);
      else shared.set(thing, [match]);
    }
    const found = new Map<string, Match>();
    for (const match of [...shared.values()].flatMap(newestOnes))
      if (!found.has(match.applicationId)) found.set(match.applicationId, match);
    return newestFirst([...found.values()]);
  });

/** Ids begin with the time at which they were made. */
const newestFirst = (matches: readonly Match[]): Match[] =>
  [...matches].sort((a, b) => (a.applicationId === b.applicationId ? 0 : a.applicationId < b.applicationId ? 1 : -1));

/** @param matches newest first; an application may be there twice */
function newestOnes(matches: readonly Match[]): Match[] {
  const ids = new Set([...new Set(matches.map(({ applicationId }) => applicationId))].slice(0, MOST_NAMED));
  return matches.filter(({ applicationId }) => ids.has(applicationId));
}

type Photo = Pick<Upload, "photoHash" | "photoHash0" | "photoHash1" | "photoHash2" | "photoHash3">;

/** Applications of other users with a photo that looks like one of these, which are this application's. */
export async function samePhotos(
  db: Queryable,
  { id, userId }: { id: string; userId: string },
  photos: readonly Photo[],
): Promise<Match[]> {
  const found: Match[] = [];
  for (const photo of photos) {
    const near = nearHash(grantDocuments, photo);
    if (!near) continue;
    const rows = await db
      .select({ applicationId: grantApplications.id, reference: grantApplications.reference })
      .from(grantDocuments)
      .innerJoin(grantApplications, eq(grantApplications.id, grantDocuments.applicationId))
      .where(and(near.where, eq(grantDocuments.isPhoto, true), ne(grantApplications.userId, userId)))
      .orderBy(desc(grantApplications.id))
      .limit(MOST_NAMED);
    found.push(...rows.map((row) => ({ ...row, ...photoPrint(id, row.applicationId) })));
  }
  return found;
}
