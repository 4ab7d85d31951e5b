import { unavailableResponse } from "@/lib/server/process/unavailable";

/** Returns 503 for requests that arrive before the database is ready (lib/server/process/unavailable.ts). */
const refuseUntilReady = (request: Request) => unavailableResponse(request);

export {
  refuseUntilReady as DELETE,
  refuseUntilReady as GET,
  refuseUntilReady as HEAD,
  refuseUntilReady as OPTIONS,
  refuseUntilReady as PATCH,
  refuseUntilReady as POST,
  refuseUntilReady as PUT,
};
