import "server-only";
import { env } from "@/lib/env";
import { countAgainst } from "@/lib/server/api/call-limit";
import type { Queryable } from "@/lib/server/db/client";
import { appLimits } from "@/lib/server/db/schema/citizen";
import type { App } from "./app-keys";

const COUNTED = { table: appLimits, who: appLimits.app, usedUntil: appLimits.usedUntil };

/** Counts a call of an app against its limit per minute. @throws 429 with the seconds to wait */
export const countCall = (db: Queryable, { name }: App, perMinute = env().appRateLimit): Promise<void> =>
  countAgainst(db, COUNTED, { name, most: perMinute, seconds: 60 });
