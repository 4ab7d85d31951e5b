import "server-only";
import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { pageCountSql } from "@/lib/server/files/pages";
import { similarPictures } from "@/lib/server/files/similar-pictures";
import { MAX_RELATED_REQUESTS, type RelatedRequest } from "./find-related";

/**
 * Finds current documents of other users that equal this request's documents. Compares all files byte for byte, and selfies also by
 * perceptual hash. Cards are not compared by hash, because two cards of one type look more alike than two photos of one card.
 */
export async function findSamePhotos(
  db: Queryable,
  request: { id: string; userId: string },
): Promise<RelatedRequest[]> {
  const ownDocuments = await db
    .select()
    .from(kycDocuments)
    .where(and(eq(kycDocuments.kycId, request.id), isNull(kycDocuments.replacedAt)));
  const hashes = ownDocuments.map(({ fileHash }) => fileHash).filter(Boolean);
  const found = new Map<string, RelatedRequest>();
  if (hashes.length)
    for (const each of await photosOfOthers(db, request, inArray(kycDocuments.fileHash, hashes), sql<number>`0`)) {
      const mine = ownDocuments.find(({ fileHash }) => fileHash === each.fileHash);
      if (mine) found.set(each.id, toMatch(each, mine, `The same file, as ${each.photo.kind.replaceAll("_", " ")}`));
    }
  for (const selfie of ownDocuments.filter(({ kind }) => kind === "selfie"))
    for (const each of await findSimilarPhotos(db, request, selfie))
      if (!found.has(each.id))
        found.set(each.id, toMatch(each, selfie, `${100 - Math.round(each.distance / 2.56)}% alike`));
  return [...found.values()];
}

type PhotoMatch = Awaited<ReturnType<typeof photosOfOthers>>[number];

const toMatch = ({ photo, ...request }: PhotoMatch, mine: { id: string }, detail: string): RelatedRequest => ({
  ...request,
  detail,
  photo: { ...photo, own_id: mine.id },
});

async function findSimilarPhotos(
  db: Queryable,
  request: { id: string; userId: string },
  selfie: typeof kycDocuments.$inferSelect,
) {
  const similarity = similarPictures(kycDocuments, selfie);
  return similarity ? photosOfOthers(db, request, similarity.where, similarity.distance) : [];
}

const photosOfOthers = (db: Queryable, { userId }: { userId: string }, where: SQL | undefined, distance: SQL<number>) =>
  db
    .select({
      id: kycRequests.id,
      reference: kycRequests.reference,
      firstName: kycRequests.firstName,
      lastName: kycRequests.lastName,
      state: kycRequests.state,
      photo: {
        id: kycDocuments.id,
        kind: kycDocuments.kind,
        content_type: kycDocuments.contentType,
        width: kycDocuments.width,
        height: kycDocuments.height,
        pages: pageCountSql(kycDocuments),
      },
      fileHash: kycDocuments.fileHash,
      distance,
    })
    .from(kycDocuments)
    .innerJoin(kycRequests, eq(kycRequests.id, kycDocuments.kycId))
    .where(and(where, isNull(kycDocuments.replacedAt), ne(kycRequests.userId, userId)))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(MAX_RELATED_REQUESTS);
