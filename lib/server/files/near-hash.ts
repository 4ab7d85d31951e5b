import "server-only";
import { and, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { uploads } from "@/lib/server/db/schema/upload";

/** Of 256 signs so many may differ between two copies of one photo; docs/documents.md has what was measured. */
const NEAR = 32;
const BITS = Array.from({ length: 16 }, (_, bit) => 1 << bit);
/** No sign, one or two signs of sixteen changed. */
const CHANGES = [0, ...BITS, ...BITS.flatMap((bit, index) => BITS.slice(index + 1).map((other) => bit | other))];
const around = (part: number) => CHANGES.map((change) => part ^ change);

type HashColumn = "photoHash" | "photoHash0" | "photoHash1" | "photoHash2" | "photoHash3";
type Hashed = Pick<typeof uploads.$inferSelect, HashColumn>;

/**
 * Which rows of a table look like a picture, and in how many of 256 signs each differs.
 *
 * Two hashes that differ in at most 11 of the 64 coarse signs have a quarter of 16 that differs in at most two: each quarter
 * has an index, which is asked for the 137 values so near. At a million documents that leaves some thousand to compare.
 * @returns null for what has no hash, as a PDF
 */
export function nearHash(
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
