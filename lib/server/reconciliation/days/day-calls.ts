import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { closeDay, proposeDay, withdrawProposal } from "./change-day";
import { readDaySingle } from "./day-single";
import { createDayRecordLink } from "./export-record";
import { listDays } from "./list-days";

const { reconciliation: calls } = api;

/** Handlers of the calls that list, propose and close days. */
export const dayCalls = {
  days: calls.days.handler(({ input, context: { db } }) => listDays(db, input)),
  day: calls.day.handler(({ input, context: { db } }) => readDaySingle(db, input.day)),
  proposeDay: calls.proposeDay.handler(({ input, context }) => proposeDay(context, input)),
  withdrawProposal: calls.withdrawProposal.handler(({ input, context }) => withdrawProposal(context, input)),
  closeDay: calls.closeDay.handler(({ input, context }) => closeDay(context, input)),
  exportDay: calls.exportDay.handler(({ input, context }) => createDayRecordLink(context, input)),
};
