import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { admins } from "./admin";
import { instant } from "./columns";
import { kycRequests } from "./kyc";

/** Ticked items of an identity request's checklist, with admin and time. */
export const kycChecks = pgTable(
  "kyc_checks",
  {
    kycId: uuid("kyc_id")
      .notNull()
      .references(() => kycRequests.id),
    item: text("item", { enum: KYC_CHECKS }).notNull(),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.kycId, t.item] })],
);

/** Officers' internal notes on an identity request; never shown to the citizen. */
export const kycNotes = pgTable(
  "kyc_notes",
  {
    id: uuid("id").primaryKey(),
    kycId: uuid("kyc_id")
      .notNull()
      .references(() => kycRequests.id),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    text: text("text").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [index("kyc_notes_kyc").on(t.kycId, t.at)],
);
