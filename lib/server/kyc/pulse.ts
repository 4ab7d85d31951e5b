import "server-only";
import { changesSince, latestChangeId } from "@/lib/server/audit/changes-since";
import type { Queryable } from "@/lib/server/db/client";
import { KYC_CHANGES } from "@/lib/server/db/schema/system-logs";

/** Returns the id of the newest change of any request. */
export const lastKycChangeId = (db: Queryable) => latestChangeId(db, KYC_CHANGES);

/** Returns the changes after the given id. */
export const kycPulse = (db: Queryable, since: number) => changesSince(db, KYC_CHANGES, since);
