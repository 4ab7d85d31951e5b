import { z } from "zod";
import { endpoint, id } from "./common";
import { exportsRoutes as routes } from "./exports.routes";
import { EXPORT_FORMATS, STATEMENT_FORMATS } from "./exports.values";

/** Paging inputs of a list, which its export ignores: a file contains all rows (lib/server/exports/lists.ts). */
export const PAGING_KEYS = { page: true, size: true, sort: true } as const;
/** Input of every call that makes a download link, in addition to the filters of its list. */
export const exportFormat = { format: z.enum(EXPORT_FORMATS).optional() };
/** Input of every call that makes a download link for a statement, which can also be a PDF. */
export const statementFormat = { format: z.enum(STATEMENT_FORMATS).optional() };

/** Response of every call that makes a download link. The link is `/exports/{token}`, valid for 60 seconds and one use. */
export const exportLink = z.object({ export_id: z.string(), token: z.string(), rows: z.int() });
export type ExportLink = z.infer<typeof exportLink>;

const exportProgress = z.object({
  state: z.enum(["waiting", "running", "done", "broken_off"]),
  rows: z.int(),
  sent: z.int(),
});
/** Progress of a download: rows sent so far, and whether it has ended. */
export type ExportProgress = z.infer<typeof exportProgress>;

/** Calls that read the progress of a download and open its link. */
export const exportCalls = {
  progress: endpoint(routes.progress, {
    summary: "Progress of one of my downloads",
    input: z.strictObject({ exportId: id }),
    output: exportProgress,
  }),
  download: endpoint(routes.download, {
    summary: "Download with a link that works once",
    done: "Downloaded a list",
    input: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, "This is not a valid link.") }),
    output: z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) }),
  }),
};
