import "server-only";
import { api } from "./api/pipeline";
import { homeChangesFor, recordHomeVisit } from "./overview/changes";
import { homeCharts } from "./overview/charts";
import { homeFigures } from "./overview/figures";
import { readLayout, resetLayout, saveLayout } from "./overview/layout";
import { homeWorkFor } from "./overview/work";

const { overview: calls } = api;

/** Handlers of the `overview.*` calls, which return the parts of Home. */
export const overviewHandlers = {
  figures: calls.figures.handler(({ input, context: { db, admin } }) => homeFigures(db, admin, input)),
  work: calls.work.handler(({ context: { db, admin } }) => homeWorkFor(db, admin)),
  changes: calls.changes.handler(({ context: { db, admin } }) => homeChangesFor(db, admin)),
  recordVisit: calls.recordVisit.handler(({ context }) => recordHomeVisit(context)),
  charts: calls.charts.handler(({ input, context: { db, admin } }) => homeCharts(db, admin, input)),
  layout: calls.layout.handler(({ context: { db, admin } }) => readLayout(db, admin)),
  saveLayout: calls.saveLayout.handler(({ input, context }) => saveLayout(context, input)),
  resetLayout: calls.resetLayout.handler(({ input, context }) => resetLayout(context, input)),
};
