import "server-only";
import type { DayCheckResult, ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import type { DayRecordLine } from "./record-lines";

/** Record of a closed day, stored in `reconciliation_days.figures`. */
export type DayRecord = {
  figures: ReconciliationDayFigures;
  /** Exceptions that were accepted within the limit. */
  exceptions: { count: number; sum: number };
  checklist: DayCheckResult[];
  /** Position of the newest audit row in the hash chain; its hash has a column of its own. */
  audit_position: number;
  /** Lines of the record's CSV and PDF files. */
  lines: DayRecordLine[];
};
