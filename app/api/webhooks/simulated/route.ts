import { after } from "next/server";
import { allowOnlyMethods } from "@/lib/server/api/method-not-allowed";
import { pendingAuditSeal } from "@/lib/server/audit/seal-after-commit";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";

/** Receives webhook events of the simulated payment provider. Each real provider has its own folder beside this folder. */
export async function POST(request: Request) {
  const response = await receiveWebhook("simulated", request);
  // Sends the resulting mails after the response. `after` also works on serverless hosts.
  after(() => deliverOutbox().catch(() => {}));
  // Seals the audit rows of this request (adds them to the hash chain) also on hosts that freeze the process after the response.
  const seal = pendingAuditSeal();
  if (seal) after(() => seal);
  return response;
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
