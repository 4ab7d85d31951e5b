import { integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import type { HomeBlockSetting } from "@/lib/contract/overview.values";
import { admins } from "./admin";
import { instant } from "./columns";

/** The order and visibility of the blocks of Home, as the admin chose them for all their devices. */
export const homeLayouts = pgTable("home_layouts", {
  adminId: uuid("admin_id")
    .primaryKey()
    .references(() => admins.id),
  /** Null after a reset: Home then uses the default for the admin's rights. The row is kept, so that its version number never repeats. */
  blocks: jsonb("blocks").$type<readonly HomeBlockSetting[]>(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  version: integer("version").notNull().default(1),
});

/** When an admin last visited Home, so that Home can count what changed since then. */
export const homeVisits = pgTable("home_visits", {
  adminId: uuid("admin_id")
    .primaryKey()
    .references(() => admins.id),
  /** Start of the admin's current visit to Home. */
  visitedAt: instant("visited_at").notNull(),
  /** Start of the admin's previous visit to Home; null during the first visit. */
  previousAt: instant("previous_at"),
});
