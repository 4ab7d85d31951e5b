import "server-only";
import { consumeRateLimit } from "@/lib/server/api/rate-limit";
import type { Queryable } from "@/lib/server/db/client";
import { uploadLimits } from "@/lib/server/db/schema/upload";

const LIMIT_COLUMNS = { table: uploadLimits, who: uploadLimits.owner, usedUntil: uploadLimits.usedUntil };
/** Uploads per hour: an officer handles about thirty people at the counter, an app uploads for the whole state. */
export const UPLOADS_PER_HOUR = { admin: 120, app: 6_000 };

/**
 * Counts an upload towards the hourly limit, before its validation, so that refused files count too.
 * @param callerId the admin's id, or the app's id as used for idempotency keys
 * @throws 429 with the seconds to wait
 */
export const countUpload = (db: Queryable, callerId: string, kind: "admin" | "app"): Promise<void> =>
  consumeRateLimit(db, LIMIT_COLUMNS, { name: callerId, most: UPLOADS_PER_HOUR[kind], seconds: 3_600 });
