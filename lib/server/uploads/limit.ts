import "server-only";
import { countAgainst } from "@/lib/server/api/call-limit";
import type { Queryable } from "@/lib/server/db/client";
import { uploadLimits } from "@/lib/server/db/schema/upload";

const COUNTED = { table: uploadLimits, who: uploadLimits.owner, usedUntil: uploadLimits.usedUntil };
/** An officer handles about thirty walk-ins an hour; an app uploads for the whole state. */
export const UPLOADS_AN_HOUR = { admin: 120, app: 6_000 };

/**
 * Counts an upload towards the hourly limit, before its validation, so that refused files count too.
 * @param callerId the admin's id, or the app's id as used for idempotency keys
 * @throws 429 with the seconds to wait
 */
export const countUpload = (db: Queryable, callerId: string, kind: "admin" | "app"): Promise<void> =>
  countAgainst(db, COUNTED, { name: callerId, most: UPLOADS_AN_HOUR[kind], seconds: 3_600 });
