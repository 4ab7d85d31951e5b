import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { audienceGroups } from "@/lib/server/content-entries/audience-groups";
import { createExportLink } from "@/lib/server/exports/link";
import { createProgramme, updateProgramme } from "./change-programme";
import { completeProgramme } from "./complete-programme";
import { copyProgramme, deleteProgramme } from "./copy-programme";
import { requireProgramme } from "./public-awards";
import "./group-use";
import { listProgrammes } from "./list-programmes";
import { closeProgramme, openProgramme } from "./open-programme";
import { readGrantOverview } from "./overview";
import { readProgrammeDetails } from "./programme-single";
import { raiseProgrammeBudget } from "./raise-budget";

const { grant: calls } = api;

/** Handlers of the calls for grant programmes. */
export const grantProgrammeHandlers = {
  groups: calls.groups.handler(({ context: { db } }) => audienceGroups(db)),
  overview: calls.overview.handler(({ context: { db, admin } }) => readGrantOverview(db, admin.id)),
  programmes: calls.programmes.handler(({ input, context: { db } }) => listProgrammes(db, input)),
  createProgramme: calls.createProgramme.handler(({ input, context }) => createProgramme(context, input)),
  programme: calls.programme.handler(({ input, context: { db } }) => readProgrammeDetails(db, input.programmeId)),
  updateProgramme: calls.updateProgramme.handler(({ input, context }) => updateProgramme(context, input)),
  deleteProgramme: calls.deleteProgramme.handler(({ input, context }) => deleteProgramme(context, input)),
  copyProgramme: calls.copyProgramme.handler(({ input, context }) => copyProgramme(context, input.programmeId)),
  openProgramme: calls.openProgramme.handler(({ input, context }) => openProgramme(context, input)),
  closeProgramme: calls.closeProgramme.handler(({ input, context }) => closeProgramme(context, input)),
  completeProgramme: calls.completeProgramme.handler(({ input, context }) => completeProgramme(context, input)),
  raiseBudget: calls.raiseBudget.handler(({ input, context }) => raiseProgrammeBudget(context, input)),
  exportAwards: calls.exportAwards.handler(async ({ input, context }) =>
    createExportLink(context, "grant-awards", await requireProgramme(context.db, input)),
  ),
};
