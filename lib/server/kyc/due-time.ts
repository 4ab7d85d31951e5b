import "server-only";
import { env } from "@/lib/env";

/** Returns a request's due time, KYC_TARGET_HOURS after submission. A changed setting applies to later submissions. */
export const dueTime = (submittedAt: Date) => new Date(submittedAt.getTime() + env().kycTargetHours * 3_600_000);
