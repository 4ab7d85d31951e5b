import "server-only";
import { fullName } from "@/lib/server/api/context";
import { demoAdminId, demoAdminName } from "@/lib/server/db/seed/admins";
import type { DemoAuditAction } from "@/lib/server/db/seed/audit-rows";
import type { ReportStatus, ReportStepResult } from "./apply-steps";
import type { DemoReport } from "./build";

/**
 * Returns the audit rows of demo reports. They contain numbers, states, owners and priorities, but no texts. Of citizens' actions, only
 * state changes are audited, as in other modules.
 */
export const reportActions = (reports: readonly DemoReport[]): DemoAuditAction[] =>
  reports.flatMap((report) => [...report.done.flatMap((done) => actionOf(report, done)), ...escalationActions(report)]);

function actionOf(report: DemoReport, { at, step, before, after }: ReportStepResult): DemoAuditAction[] {
  if (step.rating) return [];
  const { reporter } = report;
  const differences = changedValues(before, after);
  return [
    {
      at,
      ...(step.by
        ? { adminId: demoAdminId(step.by) }
        : { adminId: null, citizen: reporter && { id: reporter.id, name: fullName(reporter) } }),
      action: step.action,
      record: reportRecordOf(report),
      before: differences ? differences.before : null,
      after: {
        ...differences?.after,
        ...(step.rejection && { reason: step.rejection }),
        ...(after.state === "duplicate" && report.original && { original: report.original.number }),
        ...(step.message && { message: step.message.kind }),
        ...(step.message?.photo && { photos: 1 }),
        ...(step.note && { note: "added" }),
      },
    },
  ];
}

const reportRecordOf = ({ id, number }: DemoReport) => ({ type: "ireport" as const, id, name: number });

/** Returns the changed values that the audit trail shows. */
function changedValues(before: ReportStatus, after: ReportStatus) {
  const pairs = [
    ["state", before.state, after.state],
    ["owner", before.ownerId, after.ownerId],
    ["priority", before.priority, after.priority],
  ] as const;
  const differences = pairs.filter(([, from, to]) => from !== to);
  if (!differences.length) return null;
  return {
    before: Object.fromEntries(differences.map(([part, from]) => [part, from])),
    after: Object.fromEntries(differences.map(([part, , to]) => [part, to])),
  };
}

function escalationActions(report: DemoReport): DemoAuditAction[] {
  const { lead } = report.category;
  const at = report.standing.escalatedAt;
  if (!at || !lead) return [];
  return [
    {
      at,
      adminId: null,
      action: "ireport.escalate",
      record: reportRecordOf(report),
      before: null,
      after: { escalated: demoAdminName(demoAdminId(lead)) },
    },
  ];
}
