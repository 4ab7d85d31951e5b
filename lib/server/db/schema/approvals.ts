import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AccessRight } from "@/lib/contract/access";
import { APPROVAL_KINDS, APPROVAL_STATES } from "@/lib/contract/approvals.values";
import type { RecordType } from "@/lib/contract/record-kinds";
import { admins } from "./admin";
import { instant } from "./columns";

/** Changes that one admin requests and another decides (docs/rules.md, Four eyes). */
export const approvals = pgTable(
  "approvals",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind", { enum: APPROVAL_KINDS }).notNull(),
    recordType: text("record_type").$type<RecordType>().notNull(),
    recordId: text("record_id").notNull(),
    recordName: text("record_name").notNull(),
    /** Description of the requested change for people. The code that executes the change reads the payload instead. */
    change: text("change").notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    /** Rights that a decider needs in addition to `approve` of the feature: the rights that the request grants to an admin. */
    furtherRights: jsonb("further_rights").$type<readonly AccessRight[]>().notNull().default([]),
    /** Details of the record at the time of the request, by name (approval-facts.ts); null for kinds of requests without details. */
    basis: jsonb("basis").$type<Record<string, string>>(),
    /** Details of the record that an approver saw last. Stored when the decision was refused because the details had changed. */
    shown: jsonb("shown").$type<{ to: string; basis: Record<string, string> }>(),
    requestedBy: uuid("requested_by")
      .notNull()
      .references(() => admins.id),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    reason: text("reason").notNull().default(""),
    /** A pending request past `expiresAt` counts as expired, even before a scheduled task stores that state. */
    state: text("state", { enum: APPROVAL_STATES }).notNull().default("waiting"),
    decidedBy: uuid("decided_by").references(() => admins.id),
    decidedAt: instant("decided_at"),
    decisionReason: text("decision_reason"),
    expiresAt: instant("expires_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    // Allows one pending approval request per record and kind.
    uniqueIndex("approvals_waiting").on(t.kind, t.recordId).where(sql`${t.state} = 'waiting'`),
    index("approvals_record").on(t.recordType, t.recordId),
    index("approvals_inbox").on(t.state, t.requestedAt, t.id),
    index("approvals_requested_by").on(t.requestedBy, t.requestedAt),
    index("approvals_decided_by").on(t.decidedBy, t.requestedAt),
    check("approvals_four_eyes", sql`${t.decidedBy} <> ${t.requestedBy}`),
  ],
);
