import "server-only";
import { requiredChecksOf } from "@/lib/contract/kyc.values";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { kycChecks, kycNotes } from "@/lib/server/db/schema/kyc-review";
import { demoAdminId } from "./admins";
import { MINUTE_MS, type SeedClock } from "./clock";
import type { DemoKycCase } from "./kyc";
import { seedId } from "./random";
import { buildKycSteps } from "./review-steps";

const APPROVAL_LIFE_MS = 7 * 24 * 60 * MINUTE_MS;

/** Inserts the records of identity reviews other than decisions: ticked checklists, a few notes, and approvals of revocations. */
export async function loadKycReviews(tx: Transaction, clock: SeedClock, cases: readonly DemoKycCase[]): Promise<void> {
  await tx.insert(kycChecks).values(cases.flatMap((each) => checkRows(clock, each)));
  await tx.insert(kycNotes).values(cases.flatMap((each) => noteRows(clock, each)));
  await tx.insert(approvals).values(cases.flatMap((each) => approvalRows(clock, each)));
}

function checkRows(clock: SeedClock, each: DemoKycCase) {
  const approval = buildKycSteps(clock, each).find(({ after }) => after.state === "approved");
  if (!approval) return [];
  return requiredChecksOf(each).map((item) => ({ kycId: each.id, item, adminId: approval.adminId, at: approval.at }));
}

const PROBLEM_NOTES: Partial<Record<NonNullable<DemoKycCase["story"]["cause"]>, string>> = {
  name_differs: "Called the user: married this year, the certificate follows by mail.",
  blurred_front: "Zoomed in as far as it goes: the last digits can't be read.",
};

function noteRows(clock: SeedClock, each: DemoKycCase) {
  const [claimStep] = buildKycSteps(clock, each);
  const text = each.story.cause && PROBLEM_NOTES[each.story.cause];
  if (!claimStep || !text || each.story.state !== "in_review") return [];
  return [{ id: seedId("note", each.index), kycId: each.id, adminId: claimStep.adminId, text, at: claimStep.at }];
}

function approvalRows(clock: SeedClock, each: DemoKycCase) {
  const steps = buildKycSteps(clock, each);
  const revokeStep = steps.find(({ action }) => action === "kyc.revoke");
  const decisionStep = steps.find(({ action }) => action === "approvals.decide");
  if (!revokeStep || !decisionStep) return [];
  const { reason, message } = revokeStep.after;
  return [
    {
      id: seedId("approval", each.index),
      kind: "kyc.revoke" as const,
      recordType: "kyc" as const,
      recordId: each.id,
      recordName: `${each.reference} ${each.submitted.firstName} ${each.submitted.lastName}`,
      change: `Revocation of tier ${each.tier}`,
      payload: { reason, message },
      requestedBy: revokeStep.adminId,
      requestedAt: revokeStep.at,
      reason: each.message ?? "",
      state: "approved" as const,
      decidedBy: demoAdminId("owner"),
      decidedAt: decisionStep.at,
      expiresAt: new Date(revokeStep.at.getTime() + APPROVAL_LIFE_MS),
      version: 2,
    },
  ];
}
