import "server-only";
import type { KycStats } from "@/lib/contract/kyc-figures";
import { env } from "@/lib/env";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { countUpToCap } from "@/lib/server/lists/list";
import { isInLane, isLateRequest, isOpenRequest } from "./list";
import { readOfficerFigures } from "./officer-figures";

/** Returns the team's figures: waiting, late, clean and flagged requests, and decisions by officer. */
export async function readKycStats(db: Queryable, admin: SignedInAdmin): Promise<KycStats> {
  const openCount = await countUpToCap(db, kycRequests, isOpenRequest());
  const lateCount = await countUpToCap(db, kycRequests, isLateRequest());
  const cleanCount = await countUpToCap(db, kycRequests, isInLane("clean"));
  const riskCount = await countUpToCap(db, kycRequests, isInLane("risk"));
  return {
    waiting: openCount.total,
    waiting_is_capped: openCount.totalIsCapped,
    late: lateCount.total,
    late_is_capped: lateCount.totalIsCapped,
    clean: cleanCount.total,
    clean_is_capped: cleanCount.totalIsCapped,
    flagged: riskCount.total,
    flagged_is_capped: riskCount.totalIsCapped,
    target_hours: env().kycTargetHours,
    ...(await readOfficerFigures(db, admin)),
  };
}
