import "server-only";
import { z } from "zod";
import { day } from "@/lib/contract/common";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { effectiveDayOfHeadChange } from "./change-head";
import { headAuditFields, headRowOn, lockRevenueHeads, readRowsOfHead } from "./record";
import { saveHeadRow } from "./save-row";

const payload = z.object({
  code: z.string(),
  startsOn: day,
  name: z.string(),
  ministry: z.string(),
  bankName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  isActive: z.boolean(),
});

/** Saves an approved change of a revenue head. If payments used the head on the requested day, it takes effect a day later. */
export const approveHeadChange: ApprovalHandler = {
  lock: (tx) => lockRevenueHeads(tx),
  async approve(tx, approval) {
    const values = payload.parse(approval.payload);
    const startsOn = await effectiveDayOfHeadChange(tx, values.code, values.startsOn);
    const before = headRowOn(await readRowsOfHead(tx, values.code), startsOn);
    const saved = await saveHeadRow(tx, { ...values, startsOn });
    return { before: before && headAuditFields(before), after: headAuditFields(saved) };
  },
};
