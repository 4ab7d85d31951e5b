/** Error for a file that can't be read. The message explains what to do next. */
export class TableError extends Error {}

/** Hint at the end of an error message about an unsupported file format. */
export const SAVE_AS_HINT = "Save it as .xlsx or CSV and choose that file.";
