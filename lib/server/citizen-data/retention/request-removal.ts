import "server-only";
import { z } from "zod";
import { dataPartInSentence, RETENTION_RULES } from "@/lib/contract/user-data.values";
import type { Retention, retentionRun } from "@/lib/contract/user-retention";
import { formatCount, formatDay } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { lagosDayOf } from "@/lib/server/base/time";
import { type RetentionStep, retentionRuns } from "@/lib/server/db/schema/citizen-data";
import { RETENTION_RECORD, readRetention, readRetentionCutoffs } from "./periods";
import { countOldRows } from "./rules";

const payload = z.object({ steps: z.array(z.object({ rule: z.enum(RETENTION_RULES), before: z.iso.datetime() })) });

/**
 * Requests the removal of data that is old now. Later changes of periods do not extend the request.
 * @throws 409 if a request waits already, or nothing is old enough
 */
export async function requestOldDataRemoval(
  { tx, admin, audit }: WriteContext,
  { rules, reason }: z.output<typeof retentionRun>,
): Promise<Retention> {
  const cutoffs = await readRetentionCutoffs(tx);
  const steps: { rule: (typeof rules)[number]; before: string }[] = [];
  const parts: string[] = [];
  for (const rule of new Set(rules)) {
    const before = cutoffs.get(rule) ?? new Date(0);
    const { count, is_capped } = await countOldRows(tx, rule, before);
    if (!count) continue;
    steps.push({ rule, before: before.toISOString() });
    parts.push(
      `${dataPartInSentence(rule)} before ${formatDay(lagosDayOf(before))} (${formatCount(count)}${is_capped ? "+" : ""})`,
    );
  }
  if (!steps.length) throw refuse.conflict("Nothing is older than its period, so there is nothing to remove.");
  const approval = await requestApproval(tx, {
    kind: "user.runRetention",
    record: RETENTION_RECORD,
    change: `Remove permanently: ${parts.join("; ")}`,
    payload: { steps },
    requestedBy: admin.id,
    reason,
  });
  audit({ record: RETENTION_RECORD, after: { awaiting_approval: approval.change, reason } });
  return readRetention(tx);
}

/** Stores an approved removal, which the timed task `remove-old-data` carries out. */
export const approveOldDataRemoval: ApprovalHandler = {
  async approve(tx, approval, approverId) {
    const steps: RetentionStep[] = [];
    for (const { rule, before } of payload.parse(approval.payload).steps)
      steps.push({ rule, before, found: (await countOldRows(tx, rule, new Date(before))).count, removed: 0 });
    await tx.insert(retentionRuns).values({ id: approval.id, steps, approvedBy: approverId });
    return { after: { to_remove: Object.fromEntries(steps.map(({ rule, found }) => [rule, found])) } };
  },
};
