import "server-only";
import { api } from "./api/pipeline";
import { createExportLink } from "./exports/link";
import { assignRevenueHead } from "./revenue-heads/assign-head";
import { changeRevenueHead, correctRevenueHead, createRevenueHead, endRevenueHead } from "./revenue-heads/change-head";
import { checkHeadImport, importRevenueHeads } from "./revenue-heads/import-heads";
import { headsForApp, listRevenueHeads, readRevenueHeadDetails } from "./revenue-heads/read-heads";
import { readRevenueReport } from "./revenue-heads/report";
import { requestedDayPeriod } from "./transaction/overview";

const { revenueHeads: calls } = api;

/** Handlers of the `revenueHeads.*` calls. */
export const revenueHeadsHandlers = {
  list: calls.list.handler(({ input, context: { db } }) => listRevenueHeads(db, input)),
  single: calls.single.handler(({ input, context: { db } }) => readRevenueHeadDetails(db, input.code)),
  create: calls.create.handler(({ input, context }) => createRevenueHead(context, input)),
  change: calls.change.handler(({ input, context }) => changeRevenueHead(context, input)),
  correct: calls.correct.handler(({ input, context }) => correctRevenueHead(context, input)),
  end: calls.end.handler(({ input, context }) => endRevenueHead(context, input)),
  checkImport: calls.checkImport.handler(({ input, context: { db } }) => checkHeadImport(db, input)),
  importHeads: calls.importHeads.handler(({ input, context }) => importRevenueHeads(context, input)),
  export: calls.export.handler(({ input, context }) => createExportLink(context, "revenue-heads", input)),
  assign: calls.assign.handler(({ input, context }) => assignRevenueHead(context, input)),
  report: calls.report.handler(({ input, context: { db } }) =>
    readRevenueReport(db, input.by, requestedDayPeriod(input)),
  ),
  exportReport: calls.exportReport.handler(({ input, context }) =>
    createExportLink(context, "revenue-report", { ...requestedDayPeriod(input), format: input.format }),
  ),
  listForApp: calls.listForApp.handler(({ context: { db } }) => headsForApp(db)),
};
