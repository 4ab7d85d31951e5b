import { onlyBy } from "@/lib/server/api/not-allowed";
import { checkHealth } from "@/lib/server/process/health";

/** Returns 200 when the server can handle requests, otherwise 503 with the reason. */
export async function GET() {
  const health = await checkHealth();
  return Response.json(health, {
    status: health.ready ? 200 : 503,
    headers: { "cache-control": "no-store", ...(health.ready ? {} : { "retry-after": "5" }) },
  });
}

const refuse = onlyBy("GET");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
