import { allowOnlyMethods } from "@/lib/server/api/method-not-allowed";

/** Runs for each request, because a cached response would not prove that this process is alive. */
export const dynamic = "force-dynamic";

/** Returns 200 even without the database and during shutdown, because orchestrators restart a process that fails this check. */
export function GET() {
  return Response.json({ live: true }, { headers: { "cache-control": "no-store" } });
}

const rejectMethod = allowOnlyMethods("GET");

export {
  rejectMethod as DELETE,
  rejectMethod as OPTIONS,
  rejectMethod as PATCH,
  rejectMethod as POST,
  rejectMethod as PUT,
};
