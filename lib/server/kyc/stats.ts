import "server-only";
import type { KycStats } from "@/lib/contract/kyc-figures";
import { env } from "@/lib/env";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { cappedCount } from "@/lib/server/lists/list";
import { inLane, isLate, waits } from "./list";
import { figuresOf } from "./officer-figures";

/** Returns the team's figures: waiting and late requests, lanes, and decisions by officer. */
export async function kycStats(db: Queryable, admin: SignedInAdmin): Promise<KycStats> {
  const waiting = await cappedCount(db, kycRequests, waits());
  const late = await cappedCount(db, kycRequests, isLate());
  const clean = await cappedCount(db, kycRequests, inLane("clean"));
  const flagged = await cappedCount(db, kycRequests, inLane("risk"));
  return {
    waiting: waiting.total,
    waiting_is_capped: waiting.totalIsCapped,
    late: late.total,
    late_is_capped: late.totalIsCapped,
    clean: clean.total,
    clean_is_capped: clean.totalIsCapped,
    flagged: flagged.total,
    flagged_is_capped: flagged.totalIsCapped,
    target_hours: env().kycTargetHours,
    ...(await figuresOf(db, admin)),
  };
}
