import "server-only";
import { latestChangeId, recordsChangedSince } from "@/lib/server/audit/changes-since";
import type { Queryable } from "@/lib/server/db/client";
import { IS_KYC_CHANGE_SQL } from "@/lib/server/db/schema/system-logs";

/** Returns the id of the newest change of any request. */
export const lastKycChangeId = (db: Queryable) => latestChangeId(db, IS_KYC_CHANGE_SQL);

/** Returns the changes after the given id. */
export const kycPulse = (db: Queryable, since: number) => recordsChangedSince(db, IS_KYC_CHANGE_SQL, since);
