import { after } from "next/server";
import { allowOnlyMethods } from "@/lib/server/api/method-not-allowed";
import { pendingAuditSeal } from "@/lib/server/audit/seal-after-commit";
import { handleCron } from "@/lib/server/process/cron";

/** Time limit of the function in seconds; see BUDGET_MS of lib/server/process/cron.ts. */
export const maxDuration = 60;

/** Runs the scheduled tasks on serverless hosts, where Vercel Cron calls it (vercel.json). A server process uses timers. */
export async function GET(request: Request, { params }: RouteContext<"/api/cron/[cadence]">) {
  const response = await handleCron((await params).cadence, request);
  // Seals the audit rows of this request (adds them to the hash chain) also on hosts that freeze the process after the response.
  const seal = pendingAuditSeal();
  if (seal) after(() => seal);
  return response;
}

const rejectMethod = allowOnlyMethods("GET");

export {
  rejectMethod as DELETE,
  rejectMethod as OPTIONS,
  rejectMethod as PATCH,
  rejectMethod as POST,
  rejectMethod as PUT,
};
