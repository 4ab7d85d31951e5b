import { after } from "next/server";
import { allowOnlyMethods } from "@/lib/server/api/method-not-allowed";
import { pendingAuditSeal } from "@/lib/server/audit/seal-after-commit";
import { database } from "@/lib/server/db/client";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { processStoredProviderEvents } from "@/lib/server/transaction/process-stored-events";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";

/** Stores webhook events of Paystack and responds, then processes them after the response. */
export async function POST(request: Request) {
  const response = await receiveWebhook("paystack", request);
  // Processes the event after the response, then sends the resulting mails. `after` also works on serverless hosts.
  if (response.ok) after(processAndDeliver);
  return response;
}

/** Processes stored events and sends mails. Errors are ignored, because the timed tasks retry both. */
async function processAndDeliver(): Promise<void> {
  await processStoredProviderEvents(database().db).catch(() => {});
  await deliverOutbox().catch(() => {});
  await pendingAuditSeal();
}

const rejectMethod = allowOnlyMethods("POST");

export {
  rejectMethod as DELETE,
  rejectMethod as GET,
  rejectMethod as HEAD,
  rejectMethod as OPTIONS,
  rejectMethod as PATCH,
  rejectMethod as PUT,
};
