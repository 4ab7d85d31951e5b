import { onlyBy } from "@/lib/server/api/not-allowed";
import { handleCron } from "@/lib/server/process/cron";

/** Time limit in seconds; see BUDGET_MS of lib/server/process/cron.ts. */
export const maxDuration = 60;

/** Runs the timed tasks where no process lives between requests. Vercel calls it (vercel.json); a server uses timers instead. */
export const GET = async (request: Request, { params }: RouteContext<"/api/cron/[cadence]">) =>
  handleCron((await params).cadence, request);

const refuse = onlyBy("GET");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
