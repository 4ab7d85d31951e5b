import { onlyBy } from "@/lib/server/api/not-allowed";
import { receiveWebhook } from "@/lib/server/transaction/webhook";

/** Where the simulated payment provider reports payments; a real one gets a folder of its own beside this. */
export const POST = (request: Request) => receiveWebhook("simulated", request);

const refuse = onlyBy("POST");

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
