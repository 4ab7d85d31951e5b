import "server-only";
import { env } from "@/lib/env";

/** Returns the due time of a request, KYC_TARGET_HOURS after its submission. A changed setting applies to later submissions. */
export const kycDueTime = (submittedAt: Date) => new Date(submittedAt.getTime() + env().kycTargetHours * 3_600_000);
