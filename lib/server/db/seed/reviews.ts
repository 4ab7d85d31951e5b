import "server-only";
import { checksOf } from "@/lib/contract/kyc.values";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { kycChecks, kycNotes } from "@/lib/server/db/schema/kyc-review";
import { adminId } from "./admins";
import { type Clock, MINUTE } from "./clock";
import type { Case } from "./kyc";
import { stepsOn } from "./outcome";
import { idOf } from "./random";

const LIFE = 7 * 24 * 60 * MINUTE;

/** Inserts the records of reviews other than decisions: ticked checklists, a few notes, and approvals of revocations. */
export async function loadReviews(tx: Transaction, clock: Clock, cases: readonly Case[]): Promise<void> {
  await tx.insert(kycChecks).values(cases.flatMap((each) => checksOn(clock, each)));
  await tx.insert(kycNotes).values(cases.flatMap((each) => notesOn(clock, each)));
  await tx.insert(approvals).values(cases.flatMap((each) => approvalsOn(clock, each)));
}

function checksOn(clock: Clock, each: Case) {
  const approval = stepsOn(clock, each).find(({ after }) => after.state === "approved");
  if (!approval) return [];
  return checksOf(each).map((item) => ({ kycId: each.id, item, adminId: approval.adminId, at: approval.at }));
}

const NOTES: Partial<Record<NonNullable<Case["story"]["cause"]>, string>> = {
  name_differs: "Called the user: married this year, the certificate follows by mail.",
  blurred_front: "Zoomed in as far as it goes: the last digits can't be read.",
};

/** Returns notes on requests that are under review now. */
function notesOn(clock: Clock, each: Case) {
  const [claim] = stepsOn(clock, each);
  const text = each.story.cause && NOTES[each.story.cause];
  if (!claim || !text || each.story.state !== "in_review") return [];
  return [{ id: idOf("note", each.index), kycId: each.id, adminId: claim.adminId, text, at: claim.at }];
}

function approvalsOn(clock: Clock, each: Case) {
  const steps = stepsOn(clock, each);
  const asked = steps.find(({ action }) => action === "kyc.revoke");
  const decided = steps.find(({ action }) => action === "approvals.decide");
  if (!asked || !decided) return [];
  const { reason, message } = asked.after;
  return [
    {
      id: idOf("approval", each.index),
      kind: "kyc.revoke" as const,
      recordType: "kyc" as const,
      recordId: each.id,
      recordName: `${each.reference} ${each.submitted.firstName} ${each.submitted.lastName}`,
      change: `Revocation of tier ${each.tier}`,
      payload: { reason, message },
      requestedBy: asked.adminId,
      requestedAt: asked.at,
      reason: each.message ?? "",
      state: "approved" as const,
      decidedBy: adminId("owner"),
      decidedAt: decided.at,
      expiresAt: new Date(asked.at.getTime() + LIFE),
      version: 2,
    },
  ];
}
