import { after } from "next/server";
import { handleRequest } from "@/lib/server/api/http-handler";
import { pendingAuditSeal } from "@/lib/server/audit/seal-after-commit";
import { deliverOutbox, mayHaveQueuedRows } from "@/lib/server/outbox/deliver";

/** Time limit of the function on Vercel in seconds: longer than the slowest call (lib/server/api/long-calls.ts). */
export const maxDuration = 300;

async function serveApiCall(request: Request) {
  const response = await handleRequest(request);
  // Sends the mails that this request queued, after the response. The outbox timer retries those that fail.
  if (mayHaveQueuedRows(request, response)) after(() => deliverOutbox().catch(() => {}));
  // Seals the audit rows of this request (adds them to the hash chain) also on hosts that freeze the process after the response.
  const seal = pendingAuditSeal();
  if (seal) after(() => seal);
  return response;
}

export {
  serveApiCall as DELETE,
  serveApiCall as GET,
  serveApiCall as HEAD,
  serveApiCall as OPTIONS,
  serveApiCall as PATCH,
  serveApiCall as POST,
  serveApiCall as PUT,
};
