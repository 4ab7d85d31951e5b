import { after } from "next/server";
import { onlyBy } from "@/lib/server/api/not-allowed";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";

/** Receives the payment reports of the simulated provider. A real provider gets its own folder beside this one. */
export async function POST(request: Request) {
  const response = await receiveWebhook("simulated", request);
  // Sends the resulting mails after the response, also where no process lives between requests.
  after(() => deliverOutbox().catch(() => {}));
  return response;
}

const refuse = onlyBy("POST");

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
