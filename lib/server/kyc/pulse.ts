import "server-only";
import { markOf, pulseOf } from "@/lib/server/audit/pulse";
import type { Queryable } from "@/lib/server/db/client";
import { KYC_CHANGES } from "@/lib/server/db/schema/system-logs";

/** The newest change of any request. */
export const kycMark = (db: Queryable) => markOf(db, KYC_CHANGES);

/** What changed after a mark. */
export const kycPulse = (db: Queryable, since: number) => pulseOf(db, KYC_CHANGES, since);
