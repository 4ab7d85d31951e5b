import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { STARTER_SETS } from "@/lib/contract/setup.values";
import { admins } from "./admin";
import { instant } from "./columns";

/** Steps of the setup checklist whose completion no other table shows. A row means that the step is done. */
export const setupMarks = pgTable("setup_marks", {
  mark: text("mark", { enum: ["mail_received", "backup_restored", "dismissed"] }).primaryKey(),
  at: instant("at").notNull().defaultNow(),
  adminId: uuid("admin_id")
    .notNull()
    .references(() => admins.id),
});

/** Starter sets that were loaded. Each can be loaded once. */
export const starterSets = pgTable("starter_sets", {
  starterSet: text("starter_set", { enum: STARTER_SETS }).primaryKey(),
  loadedAt: instant("loaded_at").notNull().defaultNow(),
  loadedBy: uuid("loaded_by")
    .notNull()
    .references(() => admins.id),
});
