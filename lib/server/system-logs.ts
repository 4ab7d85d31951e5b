import "server-only";
import { eq, getTableColumns } from "drizzle-orm";
import { whole } from "@/lib/server/lists/list";
import { refuse } from "./api/errors";
import { api } from "./api/spine";
import { changesOf } from "./audit/changes";
import { auditTrails as table } from "./db/schema/system-logs";
import { makeExport } from "./exports/link";
import { ACTIONS } from "./system-logs/action-words";
import { listAuditTrails, toRow } from "./system-logs/list";
import { listUserActivities, peopleOnRecord, userActivityOf } from "./system-logs/list-activities";
import { shownName, shownRefusal } from "./system-logs/shown-bytes";
import { verifyTogether } from "./system-logs/verify-together";

const userActivities = api.systemLogs.userActivities.handler(({ input, context: { db } }) =>
  listUserActivities(db, input),
);

/** The audit trail, told by people: admins, and citizens by the citizen app. */
const userActivityAll = api.systemLogs.userActivityAll.handler(
  async ({ input: { user, ...input }, context: { db } }) => {
    const { items, ...page } = await listAuditTrails(db, { ...input, admin: user });
    return { ...page, items: items.map(({ admin, ...entry }) => ({ ...entry, user: admin })) };
  },
);

const userActivity = api.systemLogs.userActivity.handler(({ input, context: { db } }) =>
  userActivityOf(db, input.userId),
);

const people = api.systemLogs.people.handler(({ context: { db } }) => whole(peopleOnRecord(db)));

const actions = api.systemLogs.actions.handler(() => ({ items: ACTIONS }));

const auditTrails = api.systemLogs.auditTrails.handler(({ input, context: { db } }) => listAuditTrails(db, input));

const auditTrail = api.systemLogs.auditTrail.handler(async ({ input, context: { db } }) => {
  const [row] = await db
    .select({ ...getTableColumns(table), refusal: shownRefusal, recordName: shownName })
    .from(table)
    .where(eq(table.id, Number(input.auditTrailId)));
  if (!row) throw refuse.notFound("audit row");
  return {
    ...toRow(row),
    device: row.device,
    request_id: row.requestId,
    refusal: row.refusal,
    changes: changesOf(row.before, row.after),
    hash: row.hash,
    previous_hash: row.previousHash,
  };
});

/** Needs no more than reading: it changes nothing. The verdict itself goes on record, with the first bad row. */
const verify = api.systemLogs.verify.handler(async ({ input, context: { db, audit } }) => {
  const answer = await verifyTogether(db, input.after);
  if (answer.finished)
    audit({
      record: answer.bad && { type: "audit_trail", id: answer.bad.row, name: `Row ${answer.bad.row}` },
      after: { result: answer.bad ? answer.bad.message : "whole", rows: answer.rows },
    });
  return answer;
});

const exportAuditTrails = api.systemLogs.exportAuditTrails.handler(({ input, context }) =>
  makeExport(context, "audit-trails", input),
);

export const systemLogs = {
  userActivities,
  userActivityAll,
  userActivity,
  people,
  actions,
  auditTrails,
  exportAuditTrails,
  verify,
  auditTrail,
};
