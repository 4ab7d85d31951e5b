/** File types of every list's export. */
export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** File types of a statement's export. */
export const STATEMENT_FORMATS = [...EXPORT_FORMATS, "pdf"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** All formats of download links. A ZIP file contains several files. */
export const DOWNLOAD_FORMATS = [...STATEMENT_FORMATS, "zip"] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

/** Maximum number of rows of an Excel file. CSV files have no limit. */
export const XLSX_ROWS_MAX = 100_000;

/** Maximum number of rows of a PDF, about 370 pages, because rendering takes CPU time. */
export const PDF_ROWS_MAX = 10_000;
