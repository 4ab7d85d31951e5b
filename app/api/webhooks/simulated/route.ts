import { after } from "next/server";
import { onlyBy } from "@/lib/server/api/not-allowed";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";

/** Where the simulated payment provider reports payments; a real one gets a folder of its own beside this. */
export async function POST(request: Request) {
  const response = await receiveWebhook("simulated", request);
  // What the report caused leaves after the answer, also where nothing runs between requests.
  after(() => deliverOutbox().catch(() => {}));
  return response;
}

const refuse = onlyBy("POST");

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
