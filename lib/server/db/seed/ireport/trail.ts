import "server-only";
import { fullName } from "@/lib/server/api/context";
import { adminId, adminName } from "@/lib/server/db/seed/admins";
import type { PastAction } from "@/lib/server/db/seed/trail";
import type { Report } from "./build";
import type { Done, Standing } from "./course";

/**
 * Returns the audit rows of reports: numbers, states, owners and priorities, but no texts. Of citizens' actions only state
 * changes are audited, as in other modules.
 */
export const reportActions = (reports: readonly Report[]): PastAction[] =>
  reports.flatMap((report) => [...report.done.flatMap((done) => actionOf(report, done)), ...escalationOf(report)]);

function actionOf(report: Report, { at, step, before, after }: Done): PastAction[] {
  if (step.rating) return [];
  const { reporter } = report;
  const changed = changes(before, after);
  return [
    {
      at,
      ...(step.by
        ? { adminId: adminId(step.by) }
        : { adminId: null, citizen: reporter && { id: reporter.id, name: fullName(reporter) } }),
      action: step.action,
      record: recordOf(report),
      before: changed ? changed.before : null,
      after: {
        ...changed?.after,
        ...(step.rejection && { reason: step.rejection }),
        ...(after.state === "duplicate" && report.original && { original: report.original.number }),
        ...(step.message && { message: step.message.kind }),
        ...(step.message?.photo && { photos: 1 }),
        ...(step.note && { note: "added" }),
      },
    },
  ];
}

const recordOf = ({ id, number }: Report) => ({ type: "ireport" as const, id, name: number });

/** Returns the changed values that colleagues see. */
function changes(before: Standing, after: Standing) {
  const parts = [
    ["state", before.state, after.state],
    ["owner", before.ownerId, after.ownerId],
    ["priority", before.priority, after.priority],
  ] as const;
  const changed = parts.filter(([, from, to]) => from !== to);
  if (!changed.length) return null;
  return {
    before: Object.fromEntries(changed.map(([part, from]) => [part, from])),
    after: Object.fromEntries(changed.map(([part, , to]) => [part, to])),
  };
}

function escalationOf(report: Report): PastAction[] {
  const { lead } = report.category;
  const at = report.standing.escalatedAt;
  if (!at || !lead) return [];
  return [
    {
      at,
      adminId: null,
      action: "ireport.escalate",
      record: recordOf(report),
      before: null,
      after: { escalated: adminName(adminId(lead)) },
    },
  ];
}
