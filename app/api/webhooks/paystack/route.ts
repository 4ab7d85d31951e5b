import { after } from "next/server";
import { allowOnlyMethods } from "@/lib/server/api/method-not-allowed";
import { pendingSeal } from "@/lib/server/audit/seal-after-commit";
import { database } from "@/lib/server/db/client";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { processStoredEvents } from "@/lib/server/transaction/process-stored-events";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";

/** Receives the reports of Paystack. They are stored and answered, then processed. */
export async function POST(request: Request) {
  const response = await receiveWebhook("paystack", request);
  // Processes the report after the response, then sends the resulting mails. `after` also works on serverless hosts.
  if (response.ok) after(processAndDeliver);
  return response;
}

/** The timed tasks repeat what fails here. */
async function processAndDeliver(): Promise<void> {
  await processStoredEvents(database().db).catch(() => {});
  await deliverOutbox().catch(() => {});
  await pendingSeal();
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
