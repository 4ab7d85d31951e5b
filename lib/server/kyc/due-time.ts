import "server-only";
import { env } from "@/lib/env";

/**
 * Returns the due time of a request: KYC_TARGET_HOURS after its submission. Stored with the request, so that a changed
 * setting applies only to later ones.
 */
export const dueTime = (submittedAt: Date) => new Date(submittedAt.getTime() + env().kycTargetHours * 3_600_000);
