import { after } from "next/server";
import { handleRequest } from "@/lib/server/api/http-handler";
import { deliverOutbox, mayHaveQueued } from "@/lib/server/outbox/deliver";

async function serve(request: Request) {
  const response = await handleRequest(request);
  // Sends the mails of this change after the response. The outbox timer retries those that fail.
  if (mayHaveQueued(request, response)) after(() => deliverOutbox().catch(() => {}));
  return response;
}

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT };
