import "server-only";
import type { DayCheckResult, DayFigures } from "@/lib/contract/reconciliation-days";
import type { DayRecordLine } from "./record-lines";

/** Record of a closed day, stored in `reconciliation_days.figures`. */
export type DayRecord = {
  figures: DayFigures;
  /** Exceptions that were accepted within the limit. */
  exceptions: { count: number; sum: number };
  checklist: DayCheckResult[];
  /** Position of the audit chain's newest seal; its hash has a column of its own. */
  audit_position: number;
  /** Lines of the record's CSV and PDF files. */
  lines: DayRecordLine[];
};
