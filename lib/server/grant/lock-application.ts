import "server-only";
import type { ApplicationState } from "@/lib/contract/grant.values";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { type ApplicationRecord, lockApplication } from "./application-record";
import { readApplicationDetails } from "./application-single";

/** State of an application as the end of a sentence: "This application is …". */
export const APPLICATION_STATE_TEXTS: Record<ApplicationState, string> = {
  submitted: "submitted",
  shortlisted: "shortlisted",
  approved: "approved",
  disbursed: "paid",
  rejected: "rejected",
  payment_failed: "approved, and its payment failed",
};

/** Throws a 409 with the message, and with the application as this admin currently sees it. */
export async function throwApplicationConflict(
  tx: Transaction,
  adminId: string,
  id: string,
  message: string,
): Promise<never> {
  throw refuse.conflict(message, await readApplicationDetails(tx, adminId, id));
}

/** Locks an application and checks its version. @throws 404; 409 with the current application if changed */
export async function lockApplicationVersion(
  tx: Transaction,
  adminId: string,
  input: { applicationId: string; version: number },
): Promise<ApplicationRecord> {
  const application = await lockApplication(tx, input.applicationId);
  await rejectStaleVersion("application", application, input.version, () =>
    readApplicationDetails(tx, adminId, application.id),
  );
  return application;
}
