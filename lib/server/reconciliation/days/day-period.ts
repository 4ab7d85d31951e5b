import "server-only";
import { eq } from "drizzle-orm";
import type { ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import { addDays } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { reconciliationDays, type reconciliationSettings } from "@/lib/server/db/schema/reconciliation";
import type { DayRecord } from "./day-record";

/** Settings of reconciliation after it has started. */
export type StartedSettings = typeof reconciliationSettings.$inferSelect & { startsOn: string; closedUntil: string };

/** Returns true if reconciliation has started. */
export const hasReconciliationStarted = (
  settings: typeof reconciliationSettings.$inferSelect,
): settings is StartedSettings => settings.startsOn !== null && settings.closedUntil !== null;

/** A reconciliation day, with the closed day from whose figures this day's figures are computed. */
export type DayToCompute = {
  day: string;
  startsOn: string;
  /** Last day before the days to compute. Items with a later accounting day, up to `day`, are added to `baseFigures`. */
  baseDay: string;
  /** Figures of `baseDay`; null if reconciliation starts after that day. */
  baseFigures: ReconciliationDayFigures | null;
  /** Stored figures of a closed day, otherwise null. If the day is computed again, its bank accounts and their first openings are kept. */
  storedFigures: ReconciliationDayFigures | null;
};

/** Returns a day with the last closed day before it, from whose figures the day is computed. */
export async function readDayToCompute(db: Queryable, day: string, settings: StartedSettings): Promise<DayToCompute> {
  const { startsOn, closedUntil } = settings;
  const before = addDays(day, -1);
  const baseDay = day <= closedUntil ? before : closedUntil;
  const baseFigures = baseDay < startsOn ? null : ((await readDayRecord(db, baseDay))?.figures ?? null);
  const storedFigures = day <= closedUntil ? ((await readDayRecord(db, day))?.figures ?? null) : null;
  return { day, startsOn, baseDay, baseFigures, storedFigures };
}

/** Returns the stored record of a closed day; null for other days. */
export async function readDayRecord(db: Queryable, day: string): Promise<DayRecord | null> {
  const [row] = await db
    .select({ figures: reconciliationDays.figures })
    .from(reconciliationDays)
    .where(eq(reconciliationDays.day, day));
  return (row?.figures as DayRecord | null | undefined) ?? null;
}
