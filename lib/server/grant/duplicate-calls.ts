import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { clearDuplicates } from "./clear-duplicates";
import { readGrantDuplicates } from "./recheck-duplicates";

const { grant: calls } = api;

/** Handlers of the calls for possible duplicates of an application. */
export const grantDuplicateHandlers = {
  duplicates: calls.duplicates.handler(({ input, context }) => readGrantDuplicates(context.db, input.applicationId)),
  clearDuplicates: calls.clearDuplicates.handler(({ input, context }) => clearDuplicates(context, input)),
};
