import { after } from "next/server";
import { answer } from "@/lib/server/api/http-handler";
import { deliverOutbox, mayHaveQueued } from "@/lib/server/outbox/deliver";

async function handle(request: Request) {
  const response = await answer(request);
  // Sends the mails of this change after the response. The outbox timer retries those that fail.
  if (mayHaveQueued(request, response)) after(() => deliverOutbox().catch(() => {}));
  return response;
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
