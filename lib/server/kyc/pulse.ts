import "server-only";
import { recordsChangedSince } from "@/lib/server/audit/changes-since";
import type { Queryable } from "@/lib/server/db/client";
import { IS_KYC_CHANGE_SQL } from "@/lib/server/db/schema/system-logs";

/** Returns the ids of requests that changed after a position in the audit chain. */
export const readKycChanges = (db: Queryable, since: number) => recordsChangedSince(db, IS_KYC_CHANGE_SQL, since);
