import { allowOnlyMethods } from "@/lib/server/api/method-not-allowed";

/** Rendered for each request, because a stored answer would prove nothing about this process. */
export const dynamic = "force-dynamic";

/**
 * Returns 200 while the process answers, with or without the database, and during the shutdown too: an orchestrator
 * restarts a process that fails here.
 */
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
