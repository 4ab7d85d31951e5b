import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { clearDuplicates } from "./clear-duplicates";
import { duplicatesOf } from "./recheck-duplicates";

const { grant: calls } = api;

/** API calls for possible duplicates of an application. */
export const grantDuplicateCalls = {
  duplicates: calls.duplicates.handler(({ input, context }) => duplicatesOf(context.db, input.applicationId)),
  clearDuplicates: calls.clearDuplicates.handler(({ input, context }) => clearDuplicates(context, input)),
};
