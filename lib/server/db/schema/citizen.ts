import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { PLATFORMS } from "@/lib/contract/citizen.values";
import { instant } from "./columns";
import { users } from "./user";

/** Phones and browsers that receive a citizen's pushes. The token is Firebase's; it is one person's at a time. */
export const userDevices = pgTable(
  "user_devices",
  {
    token: text("token").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    platform: text("platform", { enum: PLATFORMS }).notNull(),
    /** What its owner knows it by, as the app reported it: "Infinix Hot 40". */
    name: text("name"),
    /** As the app is set on it. */
    language: text("language").notNull().default("en"),
    /** Whose key saved it. */
    app: text("app").notNull(),
    /** Since when it is this citizen's. */
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the app reported it last. */
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    /** The same, or a later push that reached it. */
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
  },
  (t) => [
    index("user_devices_user").on(t.userId, t.lastUsedAt),
    // Byte by byte, as broadcasts go through them, whatever the database's language.
    index("user_devices_token").on(sql`${t.token} collate "C"`),
    index("user_devices_language").on(t.language, t.userId),
  ],
);

/** One row for each app that called: until when the calls of this minute are used up (lib/server/app-door/count-calls.ts). */
export const appLimits = pgTable("app_limits", {
  app: text("app").primaryKey(),
  usedUntil: instant("used_until").notNull(),
});
