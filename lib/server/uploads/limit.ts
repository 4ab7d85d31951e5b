import "server-only";
import { countAgainst } from "@/lib/server/api/call-limit";
import type { Queryable } from "@/lib/server/db/client";
import { uploadLimits } from "@/lib/server/db/schema/upload";

const COUNTED = { table: uploadLimits, who: uploadLimits.owner, usedUntil: uploadLimits.usedUntil };
/** An officer takes some thirty walk-ins an hour at most; an app sends for a whole state. */
export const UPLOADS_AN_HOUR = { admin: 120, app: 6_000 };

/**
 * Counts a file before anything looks into it, so that one that is refused counts too.
 * @param callerId as repeats know them: an admin or an app
 * @throws 429 with the seconds to wait.
 */
export const countUpload = (db: Queryable, callerId: string, kind: "admin" | "app"): Promise<void> =>
  countAgainst(db, COUNTED, { name: callerId, most: UPLOADS_AN_HOUR[kind], seconds: 3_600 });
