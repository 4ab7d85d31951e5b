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

type Look = "look" | "look0" | "look1" | "look2" | "look3";
type Looked = Pick<typeof uploads.$inferSelect, Look>;

/**
 * Which rows of a table look like a picture, and in how many of 256 signs each differs.
 *
 * Two looks that differ in at most 11 of the 64 coarse signs have a quarter of 16 that differs in at most two: each quarter
 * has an index, which is asked for the 137 values so near. At a million documents that leaves some thousand to compare.
 * @returns null for what has no look, as a PDF
 */
export function nearLook(
  columns: Record<Look, AnyPgColumn>,
  { look, look0, look1, look2, look3 }: Looked,
): { where: SQL | undefined; distance: SQL<number> } | null {
  if (look === null || look0 === null || look1 === null || look2 === null || look3 === null) return null;
  const distance = sql<number>`bit_count(${columns.look} # ${look}::bit(256))::int`;
  const near = or(
    inArray(columns.look0, around(look0)),
    inArray(columns.look1, around(look1)),
    inArray(columns.look2, around(look2)),
    inArray(columns.look3, around(look3)),
  );
  return { where: and(near, sql`${distance} <= ${NEAR}`), distance };
}
