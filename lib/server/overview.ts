import "server-only";
import { api } from "./api/pipeline";
import { readChangesSinceLastVisit, recordHomeVisit } from "./overview/changes";
import { readHomeCharts } from "./overview/charts";
import { readHomeFigures } from "./overview/figures";
import { readHomeLayout, resetHomeLayout, saveHomeLayout } from "./overview/layout";
import { readHomeWork } from "./overview/work";

const { overview: calls } = api;

/** Handlers of the `overview.*` calls, which return the parts of Home. */
export const overviewHandlers = {
  figures: calls.figures.handler(({ input, context: { db, admin } }) => readHomeFigures(db, admin, input)),
  work: calls.work.handler(({ context: { db, admin } }) => readHomeWork(db, admin)),
  changes: calls.changes.handler(({ context: { db, admin } }) => readChangesSinceLastVisit(db, admin)),
  recordVisit: calls.recordVisit.handler(({ context }) => recordHomeVisit(context)),
  charts: calls.charts.handler(({ input, context: { db, admin } }) => readHomeCharts(db, admin, input)),
  layout: calls.layout.handler(({ context: { db, admin } }) => readHomeLayout(db, admin)),
  saveLayout: calls.saveLayout.handler(({ input, context }) => saveHomeLayout(context, input)),
  resetLayout: calls.resetLayout.handler(({ input, context }) => resetHomeLayout(context, input)),
};
