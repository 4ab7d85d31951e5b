import { after } from "next/server";
import { answer } from "@/lib/server/api/door";
import { deliverOutbox, mayHaveQueued } from "@/lib/server/outbox/deliver";

async function door(request: Request) {
  const response = await answer(request);
  // Mails of the change leave after the answer; what fails here is tried again by the timer.
  if (mayHaveQueued(request, response)) after(() => deliverOutbox().catch(() => {}));
  return response;
}

export { door as DELETE, door as GET, door as HEAD, door as OPTIONS, door as PATCH, door as POST, door as PUT };
