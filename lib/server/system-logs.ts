import "server-only";
import { toUnpagedList } from "@/lib/server/lists/list";
import { api, apiWithPreparation } from "./api/pipeline";
import { createExportLink } from "./exports/link";
import { AUDIT_ACTIONS } from "./system-logs/action-words";
import { listAuditTrails } from "./system-logs/list";
import {
  listActivitiesOfAllPeople,
  listUserActivities,
  readPeopleInAuditTrail,
  readUserActivity,
} from "./system-logs/list-activities";
import { readAuditRowDetails } from "./system-logs/single";
import { readSystemStatus } from "./system-logs/status/read-status";
import { recordTestMail, sendTestMail } from "./system-logs/status/send-test-mail";
import { verifyAuditTrail } from "./system-logs/verify";

const { systemLogs: calls } = api;

/** Handlers of the `systemLogs.*` calls. */
export const systemLogsHandlers = {
  userActivities: calls.userActivities.handler(({ input, context: { db } }) => listUserActivities(db, input)),
  userActivityAll: calls.userActivityAll.handler(({ input, context: { db } }) => listActivitiesOfAllPeople(db, input)),
  userActivity: calls.userActivity.handler(({ input, context: { db } }) => readUserActivity(db, input.userId)),
  people: calls.people.handler(({ context: { db } }) => toUnpagedList(readPeopleInAuditTrail(db))),
  actions: calls.actions.handler(() => ({ items: AUDIT_ACTIONS })),
  auditTrails: calls.auditTrails.handler(({ input, context: { db } }) => listAuditTrails(db, input)),
  exportAuditTrails: calls.exportAuditTrails.handler(({ input, context }) =>
    createExportLink(context, "audit-trails", input),
  ),
  verify: calls.verify.handler(({ input, context }) => verifyAuditTrail(context, input)),
  status: calls.status.handler(({ context: { db } }) => readSystemStatus(db)),
  sendTestMail: apiWithPreparation(sendTestMail).systemLogs.sendTestMail.handler(({ context }) =>
    recordTestMail(context),
  ),
  auditTrail: calls.auditTrail.handler(({ input, context: { db } }) => readAuditRowDetails(db, input.auditTrailId)),
};
