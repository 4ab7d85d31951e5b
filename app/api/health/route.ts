import { allowOnlyMethods } from "@/lib/server/api/method-not-allowed";
import { checkHealth } from "@/lib/server/process/health";

/** Returns 200 when the server can handle requests, otherwise 503 with the reason. */
export async function GET() {
  const health = await checkHealth();
  return Response.json(health, {
    status: health.ready ? 200 : 503,
    headers: { "cache-control": "no-store", ...(health.ready ? {} : { "retry-after": "5" }) },
  });
}

const rejectMethod = allowOnlyMethods("GET");

export {
  rejectMethod as DELETE,
  rejectMethod as OPTIONS,
  rejectMethod as PATCH,
  rejectMethod as POST,
  rejectMethod as PUT,
};
