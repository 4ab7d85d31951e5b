import { after } from "next/server";
import { answer } from "@/lib/server/api/http-handler";
import { deliverOutbox, mayHaveQueued } from "@/lib/server/outbox/deliver";

async function door(request: Request) {
  const response = await answer(request);
  // Sends the mails of this change after the response. The outbox timer retries those that fail.
  if (mayHaveQueued(request, response)) after(() => deliverOutbox().catch(() => {}));
  return response;
}

export { door as DELETE, door as GET, door as HEAD, door as OPTIONS, door as PATCH, door as POST, door as PUT };
