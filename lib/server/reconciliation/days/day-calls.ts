import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { closeReconciliationDay, proposeReconciliationDay, withdrawDayProposal } from "./change-day";
import { readReconciliationDayDetails } from "./day-single";
import { createDayRecordLink } from "./export-record";
import { listReconciliationDays } from "./list-days";

const { reconciliation: calls } = api;

/** Handlers of the calls that list, propose and close days. */
export const dayHandlers = {
  days: calls.days.handler(({ input, context: { db } }) => listReconciliationDays(db, input)),
  day: calls.day.handler(({ input, context: { db } }) => readReconciliationDayDetails(db, input.day)),
  proposeDay: calls.proposeDay.handler(({ input, context }) => proposeReconciliationDay(context, input)),
  withdrawProposal: calls.withdrawProposal.handler(({ input, context }) => withdrawDayProposal(context, input)),
  closeDay: calls.closeDay.handler(({ input, context }) => closeReconciliationDay(context, input)),
  exportDay: calls.exportDay.handler(({ input, context }) => createDayRecordLink(context, input)),
};
