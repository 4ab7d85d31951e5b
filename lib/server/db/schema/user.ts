import { sql } from "drizzle-orm";
import { date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { LGAS } from "@/lib/contract/kyc.values";
import { instant } from "./admin";

/** Citizens who use the app. */
export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    firstName: text("first_name").notNull(),
    middleName: text("middle_name").notNull().default(""),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    dateOfBirth: date("date_of_birth", { mode: "string" }).notNull(),
    gender: text("gender", { enum: ["female", "male"] }).notNull(),
    address: text("address").notNull(),
    lga: text("lga", { enum: LGAS }).notNull(),
    /** 0 until a first KYC request is approved. */
    tier: integer("tier").notNull().default(0),
    status: text("status", { enum: ["active", "restricted", "suspended", "closed"] })
      .notNull()
      .default("active"),
    joinedAt: instant("joined_at").notNull(),
    lastSeenAt: instant("last_seen_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    uniqueIndex("users_phone").on(t.phone),
    index("users_joined").on(t.joinedAt, t.id),
    index("users_first_name").on(sql`lower(${t.firstName}) text_pattern_ops`),
    index("users_middle_name").on(sql`lower(${t.middleName}) text_pattern_ops`),
    index("users_last_name").on(sql`lower(${t.lastName}) text_pattern_ops`),
  ],
);
