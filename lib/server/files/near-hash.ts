import "server-only";
import { and, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { uploads } from "@/lib/server/db/schema/upload";

/** Maximum number of the 256 bits that differ between copies of a photo; measurements are in docs/documents.md. */
const NEAR = 32;
const BITS = Array.from({ length: 16 }, (_, bit) => 1 << bit);
/** XOR masks with no, one or two of sixteen bits. */
const CHANGES = [0, ...BITS, ...BITS.flatMap((bit, index) => BITS.slice(index + 1).map((other) => bit | other))];
const around = (part: number) => CHANGES.map((change) => part ^ change);

type HashColumn = "photoHash" | "photoHash0" | "photoHash1" | "photoHash2" | "photoHash3";
type Hashed = Pick<typeof uploads.$inferSelect, HashColumn>;

/**
 * Returns the condition for rows whose picture looks similar, and the number of differing bits (of 256).
 *
 * Two hashes that differ in at most 11 of the 64 coarse bits have a part of 16 bits that differs in at most two. Each part has an
 * index, which is searched for the 137 nearest values. With a million documents, some thousand remain to compare.
 * @returns null without a hash, as for a PDF
 */
export function similarPictures(
  columns: Record<HashColumn, AnyPgColumn>,
  { photoHash, photoHash0, photoHash1, photoHash2, photoHash3 }: Hashed,
): { where: SQL | undefined; distance: SQL<number> } | null {
  if (photoHash === null || photoHash0 === null || photoHash1 === null || photoHash2 === null || photoHash3 === null)
    return null;
  const distance = sql<number>`bit_count(${columns.photoHash} # ${photoHash}::bit(256))::int`;
  const near = or(
    inArray(columns.photoHash0, around(photoHash0)),
    inArray(columns.photoHash1, around(photoHash1)),
    inArray(columns.photoHash2, around(photoHash2)),
    inArray(columns.photoHash3, around(photoHash3)),
  );
  return { where: and(near, sql`${distance} <= ${NEAR}`), distance };
}
