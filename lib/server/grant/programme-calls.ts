import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { audienceGroups } from "@/lib/server/content-entries/audience-groups";
import { createExport } from "@/lib/server/exports/link";
import { createProgramme, updateProgramme } from "./change-programme";
import { completeProgramme } from "./complete-programme";
import { copyProgramme, deleteProgramme } from "./copy-programme";
import { requireProgramme } from "./public-awards";
import "./group-use";
import { listProgrammes } from "./list-programmes";
import { closeProgramme, openProgramme } from "./open-programme";
import { grantOverview } from "./overview";
import { programmeSingle } from "./programme-single";
import { raiseBudget } from "./raise-budget";

const { grant: calls } = api;

/** API calls for grant programmes. */
export const grantProgrammeCalls = {
  groups: calls.groups.handler(({ context: { db } }) => audienceGroups(db)),
  overview: calls.overview.handler(({ context: { db, admin } }) => grantOverview(db, admin.id)),
  programmes: calls.programmes.handler(({ input, context: { db } }) => listProgrammes(db, input)),
  createProgramme: calls.createProgramme.handler(({ input, context }) => createProgramme(context, input)),
  programme: calls.programme.handler(({ input, context: { db } }) => programmeSingle(db, input.programmeId)),
  updateProgramme: calls.updateProgramme.handler(({ input, context }) => updateProgramme(context, input)),
  deleteProgramme: calls.deleteProgramme.handler(({ input, context }) => deleteProgramme(context, input)),
  copyProgramme: calls.copyProgramme.handler(({ input, context }) => copyProgramme(context, input.programmeId)),
  openProgramme: calls.openProgramme.handler(({ input, context }) => openProgramme(context, input)),
  closeProgramme: calls.closeProgramme.handler(({ input, context }) => closeProgramme(context, input)),
  completeProgramme: calls.completeProgramme.handler(({ input, context }) => completeProgramme(context, input)),
  raiseBudget: calls.raiseBudget.handler(({ input, context }) => raiseBudget(context, input)),
  exportAwards: calls.exportAwards.handler(async ({ input, context }) =>
    createExport(context, "grant-awards", await requireProgramme(context.db, input)),
  ),
};
