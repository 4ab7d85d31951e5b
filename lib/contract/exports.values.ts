/** Kinds of file that every list can be exported as. */
export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Kinds of file that a statement can be exported as. */
export const STATEMENT_FORMATS = [...EXPORT_FORMATS, "pdf"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** Rows that an Excel file may have; a CSV file has no limit. */
export const XLSX_ROWS = 100_000;

/** Rows that a PDF file may have: some 370 pages. Nobody reads more on paper, and drawing costs CPU time. */
export const PDF_ROWS = 10_000;
