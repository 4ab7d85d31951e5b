import "server-only";
import { desc, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { auditArchives, type SealPositionRange } from "@/lib/server/db/schema/audit-archives";

/** Action of the audit row that `npm run archive` writes with each archive. */
export const ARCHIVE_ACTION = "systemLogs.archive";
/** Field with the archived positions in the audit row of an archive, as `formatPositionRanges` formats them. */
export const ARCHIVED_POSITIONS_FIELD = "archived_positions";

/** Formats positions of the audit chain for an archive's audit row, such as `1-5000, 5002`. */
export const formatPositionRanges = (ranges: readonly SealPositionRange[]): string =>
  ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ");

/** Merges ranges of chain positions that overlap or touch. */
export function mergeRanges(ranges: readonly SealPositionRange[]): SealPositionRange[] {
  const merged: SealPositionRange[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const previous = merged.at(-1);
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** Returns the last position of the gapless range that starts at position 1; 0 if position 1 is in no range. Expects merged ranges. */
export const lastPositionWithoutGap = ([first]: readonly SealPositionRange[]): number =>
  first?.[0] === 1 ? first[1] : 0;

/**
 * Returns the positions of the audit chain whose audit rows are in archives.
 * @returns an empty list if no audit row confirms the positions, because somebody may have inserted them into the database
 */
export async function readArchivedPositions(db: Queryable): Promise<SealPositionRange[]> {
  const [newest] = await db
    .select({ id: auditArchives.id, positions: auditArchives.positions })
    .from(auditArchives)
    .orderBy(desc(auditArchives.archivedAt))
    .limit(1);
  if (!newest) return [];
  const { rows } = await db.execute(sql`select 1 from audit_trails where action = ${ARCHIVE_ACTION} and outcome = 'done'
    and after ->> 'archive' = ${newest.id} and after ->> ${ARCHIVED_POSITIONS_FIELD} = ${formatPositionRanges(newest.positions)}`);
  return rows.length > 0 ? newest.positions : [];
}

/** Returns true if the position is in one of the ranges. */
export const isInRanges = (position: number, ranges: readonly SealPositionRange[]): boolean =>
  ranges.some(([first, last]) => first <= position && position <= last);
