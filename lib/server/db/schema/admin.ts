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
import type { FeatureAccess, Grant } from "@/lib/contract/access";
import { DEPENDENCE_REASONS } from "@/lib/contract/rp.values";
import { instant } from "./columns";

export const admins = pgTable(
  "admins",
  {
    id: uuid("id").primaryKey(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    /** argon2id; null until an invitation is accepted. */
    passwordHash: text("password_hash"),
    status: text("status", { enum: ["invited", "active", "suspended", "deleted"] }).notNull(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastSignInAt: instant("last_sign_in_at"),
    /** Devices that were remembered before are strangers: moved by a trigger with the password and the status. */
    devicesSince: instant("devices_since").notNull().defaultNow(),
  },
  // A deleted admin's row stays (the audit trail names it), their address becomes free again.
  (t) => [uniqueIndex("admins_email").on(sql`lower(${t.email})`).where(sql`${t.status} <> 'deleted'`)],
);

export const roles = pgTable(
  "roles",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    features: jsonb("features").$type<FeatureAccess[]>().notNull(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("roles_name").on(sql`lower(${t.name})`)],
);

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
 * Why an admin may be the same person as another, or act for them: the other one invited them, let them in again, or gave them
 * sensitive rights. Until a third admin confirms the account, the two don't decide each other's requests
 * (`dependence_between`, migrations/0013_independence.sql). Accounts are compared by email, so that a deleted admin who is invited
 * again is the same.
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
    reason: text("reason", { enum: DEPENDENCE_REASONS }).notNull(),
    /** The rights that were given; empty for the other reasons. */
    rights: jsonb("rights").$type<readonly Grant[]>().notNull().default([]),
    since: instant("since").notNull().defaultNow(),
    confirmedAt: instant("confirmed_at"),
    /** Null with a time: the setup key confirmed it. */
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
 * Setup keys that the only full administrator used to make another one. Their number decides which key is the next, so that
 * each works once; the keys themselves are stored nowhere.
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
