import "server-only";
import { env } from "@/lib/env";

/**
 * When a request that came in at this moment is due: KYC_TARGET_HOURS later. It is kept with the request, so a changed
 * setting holds for what comes in from then on.
 */
export const dueFor = (submittedAt: Date) => new Date(submittedAt.getTime() + env().kycTargetHours * 3_600_000);
