import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { publicAwards } from "./public-awards";
import { publicProgramme, publicProgrammes } from "./public-programmes";

const { grant: calls } = api;

/** Handlers of the grant calls that need no sign-in. */
export const grantPublicCalls = {
  publicProgrammes: calls.publicProgrammes.handler(({ context: { db } }) => publicProgrammes(db)),
  publicProgramme: calls.publicProgramme.handler(({ input, context: { db } }) =>
    publicProgramme(db, input.programmeId),
  ),
  publicAwards: calls.publicAwards.handler(({ input, context: { db } }) => publicAwards(db, input)),
};
