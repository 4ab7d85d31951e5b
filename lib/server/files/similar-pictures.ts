import "server-only";
import { and, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { uploads } from "@/lib/server/db/schema/upload";

/** Maximum number of the 256 bits that differ between copies of a photo; measurements are in docs/documents.md. */
const MAX_DIFFERENT_BITS = 32;
const BITS = Array.from({ length: 16 }, (_, bit) => 1 << bit);
/** XOR masks with zero, one or two of sixteen bits set. */
const XOR_MASKS = [0, ...BITS, ...BITS.flatMap((bit, index) => BITS.slice(index + 1).map((other) => bit | other))];
const similarHashParts = (part: number) => XOR_MASKS.map((change) => part ^ change);

type HashColumn = "photoHash" | "photoHash0" | "photoHash1" | "photoHash2" | "photoHash3";
type HashValues = Pick<typeof uploads.$inferSelect, HashColumn>;

/**
 * Returns a condition for rows with a similar picture, and the number of differing bits (of 256).
 *
 * If two hashes differ in at most 11 of the 64 coarse bits, one of their four 16-bit parts differs in at most two bits.
 * Each part has an index, which is searched for the 137 nearest values. With a million documents, some thousand remain
 * to be compared.
 * @returns null without a hash, as for a PDF
 */
export function similarPictures(
  columns: Record<HashColumn, AnyPgColumn>,
  { photoHash, photoHash0, photoHash1, photoHash2, photoHash3 }: HashValues,
): { where: SQL | undefined; distance: SQL<number> } | null {
  if (photoHash === null || photoHash0 === null || photoHash1 === null || photoHash2 === null || photoHash3 === null)
    return null;
  const distance = sql<number>`bit_count(${columns.photoHash} # ${photoHash}::bit(256))::int`;
  const isNear = or(
    inArray(columns.photoHash0, similarHashParts(photoHash0)),
    inArray(columns.photoHash1, similarHashParts(photoHash1)),
    inArray(columns.photoHash2, similarHashParts(photoHash2)),
    inArray(columns.photoHash3, similarHashParts(photoHash3)),
  );
  return { where: and(isNear, sql`${distance} <= ${MAX_DIFFERENT_BITS}`), distance };
}
