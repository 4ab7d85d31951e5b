import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { EMERGENCY_NUMBER_CATEGORIES } from "@/lib/contract/app-config.values";
import { LGAS } from "@/lib/contract/lgas.values";
import { admins } from "./admin";
import { instant } from "./columns";

/** Emergency numbers shown in the citizen app. */
export const emergencyNumbers = pgTable(
  "emergency_numbers",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    number: text("number").notNull(),
    category: text("category", { enum: EMERGENCY_NUMBER_CATEGORIES }).notNull(),
    /** LGA in which the number is valid; null for the whole state. */
    lga: text("lga", { enum: LGAS }),
    position: integer("position").notNull(),
    /** Lagos day of the last test call that was answered. */
    verifiedOn: date("verified_on", { mode: "string" }),
    verifiedBy: uuid("verified_by").references(() => admins.id),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    index("emergency_numbers_position").on(t.position, t.id),
    check("emergency_numbers_verified", sql`(${t.verifiedOn} is null) = (${t.verifiedBy} is null)`),
  ],
);
