import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { DEVICE_PLATFORMS } from "@/lib/contract/citizen.values";
import { instant } from "./columns";
import { users } from "./user";

/** Phones and browsers that receive pushes for citizens. Firebase issues the token, which belongs to one citizen at a time. */
export const userDevices = pgTable(
  "user_devices",
  {
    token: text("token").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    platform: text("platform", { enum: DEVICE_PLATFORMS }).notNull(),
    /** Device name reported by the app: "Infinix Hot 40". */
    name: text("name"),
    /** Language of the citizen app on this device. */
    language: text("language").notNull().default("en"),
    /** Name of the app whose API key saved the device. */
    app: text("app").notNull(),
    /** When this citizen registered the device. */
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the citizen app last registered this device at the API. */
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    /** When the citizen app last registered this device at the API, or a push reached it. */
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
  },
  (t) => [
    index("user_devices_user").on(t.userId, t.lastUsedAt),
    // Sorts tokens byte by byte in any database collation, because broadcasts process devices in this order.
    index("user_devices_token").on(sql`${t.token} collate "C"`),
    index("user_devices_language").on(t.language, t.userId),
  ],
);

/** State of each calling app's rate limit: the time until which its calls use up the quota (lib/server/api/rate-limit.ts). */
export const appLimits = pgTable("app_limits", {
  app: text("app").primaryKey(),
  usedUntil: instant("used_until").notNull(),
});
