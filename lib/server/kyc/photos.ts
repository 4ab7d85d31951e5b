import "server-only";
import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { MOST_NAMED, type Related } from "./related";

/** Of 256 signs so many may differ between two copies of one photo; docs/documents.md has what was measured. */
const NEAR = 32;
const BITS = Array.from({ length: 16 }, (_, bit) => 1 << bit);
/** No sign, one or two signs of sixteen changed. */
const CHANGES = [0, ...BITS, ...BITS.flatMap((bit, index) => BITS.slice(index + 1).map((other) => bit | other))];

/**
 * Current documents on other users' requests that are this request's: any document by its very file, selfies also by their
 * look. Cards of one kind look more alike than two photos of one card do, so a look says nothing about them.
 *
 * Two looks that differ in at most 11 of the 64 coarse signs have a quarter of 16 that differs in at most two: each quarter
 * has an index, which is asked for the 137 values so near. At a million documents that leaves some thousand to compare.
 */
export async function samePhotos(db: Queryable, request: { id: string; userId: string }): Promise<Related[]> {
  const own = await db
    .select()
    .from(kycDocuments)
    .where(and(eq(kycDocuments.kycId, request.id), isNull(kycDocuments.replacedAt)));
  const hashes = own.map(({ fileHash }) => fileHash).filter(Boolean);
  const found = new Map<string, Related>();
  if (hashes.length)
    for (const each of await others(db, request, inArray(kycDocuments.fileHash, hashes), sql<number>`0`))
      found.set(each.id, { ...each, detail: `The same file, as ${each.kind.replaceAll("_", " ")}` });
  for (const selfie of own.filter(({ kind }) => kind === "selfie"))
    for (const each of await likeThis(db, request, selfie))
      if (!found.has(each.id))
        found.set(each.id, { ...each, detail: `${100 - Math.round(each.distance / 2.56)}% alike` });
  return [...found.values()];
}

async function likeThis(
  db: Queryable,
  request: { id: string; userId: string },
  { look, look0, look1, look2, look3 }: typeof kycDocuments.$inferSelect,
) {
  if (look === null || look0 === null || look1 === null || look2 === null || look3 === null) return [];
  const distance = sql<number>`bit_count(${kycDocuments.look} # ${look}::bit(256))::int`;
  const near = or(
    inArray(kycDocuments.look0, around(look0)),
    inArray(kycDocuments.look1, around(look1)),
    inArray(kycDocuments.look2, around(look2)),
    inArray(kycDocuments.look3, around(look3)),
  );
  return others(db, request, and(near, sql`${distance} <= ${NEAR}`), distance);
}

const around = (part: number) => CHANGES.map((change) => part ^ change);

const others = (db: Queryable, { userId }: { userId: string }, where: SQL | undefined, distance: SQL<number>) =>
  db
    .select({
      id: kycRequests.id,
      reference: kycRequests.reference,
      firstName: kycRequests.firstName,
      lastName: kycRequests.lastName,
      state: kycRequests.state,
      kind: kycDocuments.kind,
      distance,
    })
    .from(kycDocuments)
    .innerJoin(kycRequests, eq(kycRequests.id, kycDocuments.kycId))
    .where(and(where, isNull(kycDocuments.replacedAt), ne(kycRequests.userId, userId)))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(MOST_NAMED);
