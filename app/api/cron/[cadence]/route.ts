import { onlyBy } from "@/lib/server/api/not-allowed";
import { answerCron } from "@/lib/server/process/cron";

/** Seconds; see BUDGET_MS of lib/server/process/cron.ts. */
export const maxDuration = 60;

/** What timers do on a server, called from outside where nothing runs between requests (vercel.json). */
export const GET = async (request: Request, { params }: RouteContext<"/api/cron/[cadence]">) =>
  answerCron((await params).cadence, request);

const refuse = onlyBy("GET");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
