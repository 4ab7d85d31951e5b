import "server-only";
import { api } from "./api/pipeline";
import { openDownload } from "./exports/open-download";
import { readExportProgress } from "./exports/progress";

const { exports: calls } = api;

/** Handlers of the calls that open a download link and read a download's progress. */
export const exportsHandlers = {
  progress: calls.progress.handler(({ input, context }) => readExportProgress(context, input.exportId)),
  download: calls.download.handler(({ input, context }) => openDownload(context, input)),
};
