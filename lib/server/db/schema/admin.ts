import { sql } from "drizzle-orm";
import {
  bigserial,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AccessRight, FeatureAccess } from "@/lib/contract/access";
import { FOUR_EYES_CONFLICT_REASONS } from "@/lib/contract/rp.values";
import { instant, searchWordsColumn } from "./columns";

/** Admins of the back office, including invited, suspended and deleted ones. */
export const admins = pgTable(
  "admins",
  {
    id: uuid("id").primaryKey(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    /** argon2id hash of the password; null until the invitation is accepted. */
    passwordHash: text("password_hash"),
    status: text("status", { enum: ["invited", "active", "suspended", "deleted"] }).notNull(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastSignInAt: instant("last_sign_in_at"),
    /**
     * Devices that were remembered before this time need a sign-in code again. A trigger sets this time to now when password or status
     * changes.
     */
    devicesSince: instant("devices_since").notNull().defaultNow(),
    words: searchWordsColumn("first_name || ' ' || last_name || ' ' || email"),
  },
  // Deleted admins keep their rows, because audit rows refer to them. Their emails can be used again.
  (t) => [
    uniqueIndex("admins_email").on(sql`lower(${t.email})`).where(sql`${t.status} <> 'deleted'`),
    index("admins_words").using("gin", t.words).with({ fastupdate: false }),
  ],
);

/** Roles of admins, with their rights by feature. */
export const roles = pgTable(
  "roles",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    features: jsonb("features").$type<FeatureAccess[]>().notNull(),
    words: searchWordsColumn("name"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("roles_name").on(sql`lower(${t.name})`),
    index("roles_words").using("gin", t.words).with({ fastupdate: false }),
  ],
);

/** Roles assigned to each admin. */
export const adminRoles = pgTable(
  "admin_roles",
  {
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    roleId: uuid("role_id")
      .notNull()
      .references(() => roles.id),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.roleId] }), index("admin_roles_role").on(t.roleId)],
);

/**
 * Reasons why two admins may be one person, or why one may act for the other: one invited the other, restored their access, or gave them
 * sensitive rights. Until a third admin confirms the account, the two can't decide each other's requests (`dependence_between`,
 * migrations/0013_independence.sql). Emails are compared, so that a deleted admin who is invited again counts as the same person.
 */
export const adminDependencies = pgTable(
  "admin_dependencies",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    dependsOn: uuid("depends_on")
      .notNull()
      .references(() => admins.id),
    reason: text("reason", { enum: FOUR_EYES_CONFLICT_REASONS }).notNull(),
    /** The rights that one admin gave to the other; empty if the two are linked for another reason. */
    rights: jsonb("rights").$type<readonly AccessRight[]>().notNull().default([]),
    since: instant("since").notNull().defaultNow(),
    confirmedAt: instant("confirmed_at"),
    /** Third admin who confirmed the account. Null if a setup key confirmed it, or if nobody has confirmed it yet. */
    confirmedBy: uuid("confirmed_by").references(() => admins.id),
  },
  (t) => [
    index("admin_dependencies_open").on(t.adminId).where(sql`${t.confirmedAt} is null`),
    check("admin_dependencies_other", sql`${t.adminId} <> ${t.dependsOn}`),
    check("admin_dependencies_confirmed", sql`${t.confirmedBy} is null or ${t.confirmedAt} is not null`),
    check("admin_dependencies_confirmed_by", sql`${t.confirmedBy} not in (${t.adminId}, ${t.dependsOn})`),
  ],
);

/**
 * Setup keys with which the only full administrator created a second one. The next key is derived from the number of rows, so that each
 * key works once. The keys themselves are not stored.
 */
export const setupKeyUses = pgTable("setup_key_uses", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  usedBy: uuid("used_by")
    .notNull()
    .references(() => admins.id),
  usedFor: uuid("used_for")
    .notNull()
    .references(() => admins.id),
  at: instant("at").notNull().defaultNow(),
});

/** Records that an admin keeps at the top of the search box, on all devices. */
export const pinnedRecords = pgTable(
  "pinned_records",
  {
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    /** Kind of the record, by its name in the audit trail, such as `kyc`. */
    kind: text("kind").notNull(),
    recordId: uuid("record_id").notNull(),
    /** Title and detail of the record, as the search displayed them when it was pinned. */
    title: text("title").notNull(),
    detail: text("detail").notNull(),
    pinnedAt: instant("pinned_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.kind, t.recordId] })],
);
