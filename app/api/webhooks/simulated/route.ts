import { receiveWebhook } from "@/lib/server/transaction/webhook";

/** Where the simulated payment provider reports payments; a real one gets a folder of its own beside this. */
export const POST = (request: Request) => receiveWebhook("simulated", request);
