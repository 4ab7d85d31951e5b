import "server-only";
import { env } from "@/lib/env";
import { consumeRateLimit } from "@/lib/server/api/rate-limit";
import type { Queryable } from "@/lib/server/db/client";
import { appLimits } from "@/lib/server/db/schema/citizen";
import type { CitizenApp } from "./app-keys";

const APP_LIMIT_COLUMNS = { table: appLimits, who: appLimits.app, usedUntil: appLimits.usedUntil };

/** Counts a call of an app against its limit per minute. @throws 429 with the seconds to wait */
export const countAppCall = (db: Queryable, { name }: CitizenApp, perMinute = env().appRateLimit): Promise<void> =>
  consumeRateLimit(db, APP_LIMIT_COLUMNS, { name, most: perMinute, seconds: 60 });
