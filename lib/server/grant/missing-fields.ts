import "server-only";
import type { ProgrammeRecord } from "./programme-record";

type RequiredFields = Pick<ProgrammeRecord, "sponsor" | "purpose" | "amount" | "budget" | "opensAt" | "closesAt">;

/** Lists the fields that a draft programme lacks before it can open. The table enforces the same rules. @returns field → instruction */
export function missingProgrammeFieldsOf(programme: RequiredFields, now = Date.now()): Record<string, string> {
  const missing: Record<string, string> = {};
  if (!programme.sponsor) missing.sponsor = "Enter who pays for it.";
  if (!programme.purpose) missing.purpose = "Enter what it is for.";
  if (programme.budget < 1) missing.budget = "Enter the budget.";
  if (programme.amount < 1) missing.amount = "Enter the amount for each applicant.";
  if (!programme.opensAt) missing.opens_at = "Enter when applications open.";
  if (!programme.closesAt) missing.closes_at = "Enter when applications close.";
  else if (programme.closesAt.getTime() <= now)
    missing.closes_at = "Applications have closed by then. Enter a later end.";
  return missing;
}
