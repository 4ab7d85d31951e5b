import "server-only";
import { api } from "./api/pipeline";
import { createExport } from "./exports/link";
import { assignRevenueHead } from "./revenue-heads/assign-head";
import { changeHead, correctHead, createHead, endHead } from "./revenue-heads/change-head";
import { checkHeadImport, importHeads } from "./revenue-heads/import-heads";
import { headsForApp, listHeads, readHeadSingle } from "./revenue-heads/read-heads";
import { revenueReport } from "./revenue-heads/report";
import { requestedDayPeriod } from "./transaction/overview";

const { revenueHeads: calls } = api;

/** Handlers of the `revenueHeads.*` calls. */
export const revenueHeadsHandlers = {
  list: calls.list.handler(({ input, context: { db } }) => listHeads(db, input)),
  single: calls.single.handler(({ input, context: { db } }) => readHeadSingle(db, input.code)),
  create: calls.create.handler(({ input, context }) => createHead(context, input)),
  change: calls.change.handler(({ input, context }) => changeHead(context, input)),
  correct: calls.correct.handler(({ input, context }) => correctHead(context, input)),
  end: calls.end.handler(({ input, context }) => endHead(context, input)),
  checkImport: calls.checkImport.handler(({ input, context: { db } }) => checkHeadImport(db, input)),
  importHeads: calls.importHeads.handler(({ input, context }) => importHeads(context, input)),
  export: calls.export.handler(({ input, context }) => createExport(context, "revenue-heads", input)),
  assign: calls.assign.handler(({ input, context }) => assignRevenueHead(context, input)),
  report: calls.report.handler(({ input, context: { db } }) => revenueReport(db, input.by, requestedDayPeriod(input))),
  exportReport: calls.exportReport.handler(({ input, context }) =>
    createExport(context, "revenue-report", { ...requestedDayPeriod(input), format: input.format }),
  ),
  listForApp: calls.listForApp.handler(({ context: { db } }) => headsForApp(db)),
};
