import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { listPublicAwards } from "./public-awards";
import { listPublicProgrammes, readPublicProgramme } from "./public-programmes";

const { grant: calls } = api;

/** Handlers of the grant calls that need no sign-in. */
export const grantPublicHandlers = {
  publicProgrammes: calls.publicProgrammes.handler(({ context: { db } }) => listPublicProgrammes(db)),
  publicProgramme: calls.publicProgramme.handler(({ input, context: { db } }) =>
    readPublicProgramme(db, input.programmeId),
  ),
  publicAwards: calls.publicAwards.handler(({ input, context: { db } }) => listPublicAwards(db, input)),
};
