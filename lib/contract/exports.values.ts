/** Kinds of file that a list can be exported as. */
export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Rows that an Excel file may have; a CSV file has no limit. */
export const XLSX_ROWS = 100_000;
