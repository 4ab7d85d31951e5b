import "server-only";
import type { ApplicationState } from "@/lib/contract/grant.values";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { refuseChanged } from "@/lib/server/records/version";
import { type ApplicationRecord, lockApplication } from "./application-record";
import { applicationSingle } from "./application-single";

/** How a state reads in a sentence about an application. */
export const STATE_WORDS: Record<ApplicationState, string> = {
  submitted: "submitted",
  shortlisted: "shortlisted",
  approved: "approved",
  disbursed: "paid",
  rejected: "rejected",
  payment_failed: "approved, and its payment failed",
};

/** @throws 409 with the application as this admin sees it now, after the words of what is in the way */
export async function conflict(tx: Transaction, adminId: string, id: string, message: string): Promise<never> {
  throw refuse.conflict(message, await applicationSingle(tx, adminId, id));
}

/**
 * The application, held until the transaction ends, as it was when the change was made from it.
 * @throws 404; 409 with the application as it is now when it changed since
 */
export async function holdApplication(
  tx: Transaction,
  adminId: string,
  asked: { applicationId: string; version: number },
): Promise<ApplicationRecord> {
  const application = await lockApplication(tx, asked.applicationId);
  await refuseChanged("application", application, asked.version, () => applicationSingle(tx, adminId, application.id));
  return application;
}
