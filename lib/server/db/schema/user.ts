import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import { LGAS } from "@/lib/contract/lgas.values";
import {
  RESTRICTION_LEGAL_BASES,
  USER_GROUP_KINDS,
  USER_STATUSES,
  WALLET_RESTRICTIONS,
} from "@/lib/contract/user.values";
import type { UserGroupRule } from "@/lib/contract/user-groups";
import { admins } from "./admin";
import { instant, nameSearchWords } from "./columns";

/** Citizens who use the app. */
export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    firstName: text("first_name").notNull(),
    middleName: text("middle_name").notNull().default(""),
    lastName: text("last_name").notNull(),
    /** Email address in lower case. */
    email: text("email"),
    phone: text("phone").notNull(),
    /** When the citizen verified the phone number. */
    phoneVerifiedAt: instant("phone_verified_at"),
    dateOfBirth: date("date_of_birth", { mode: "string" }).notNull(),
    gender: text("gender", { enum: ["female", "male"] }).notNull(),
    address: text("address").notNull().default(""),
    /** Language of the app, a code of the table `languages`. */
    language: text("language").notNull().default(SOURCE_LANGUAGE),
    lga: text("lga", { enum: LGAS }).notNull(),
    /** KYC tier; 0 until the first KYC request is approved. */
    tier: integer("tier").notNull().default(0),
    /** Status of the account. A restriction that has expired counts as lifted, even before a scheduled task stores that. */
    status: text("status", { enum: USER_STATUSES }).notNull().default("active"),
    restriction: text("restriction", { enum: WALLET_RESTRICTIONS }),
    legalBasis: text("legal_basis", { enum: RESTRICTION_LEGAL_BASES }),
    restrictedUntil: instant("restricted_until"),
    statusReason: text("status_reason"),
    /** Message about the status for the citizen, shown in the app. The reason is only for admins. */
    statusMessage: text("status_message"),
    statusChangedAt: instant("status_changed_at"),
    /** Sessions of the citizen in the app that began before this time are invalid. */
    sessionsResetAt: instant("sessions_reset_at"),
    joinedAt: instant("joined_at").notNull(),
    lastSeenAt: instant("last_seen_at"),
    /** The app that opened the account, and the id by which that app knows the citizen; both null if an admin opened the account. */
    app: text("app"),
    externalId: text("external_id"),
    words: nameSearchWords(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    // Excludes closed accounts, whose phone number and email can be used again.
    uniqueIndex("users_email").on(t.email).where(sql`${t.status} <> 'closed'`),
    uniqueIndex("users_phone").on(t.phone).where(sql`${t.status} <> 'closed'`),
    uniqueIndex("users_external_id").on(t.app, t.externalId),
    index("users_joined").on(t.joinedAt, t.id),
    // Covering indexes for lists of users with several filters.
    index("users_joined_facets").on(t.joinedAt, t.id, t.status, t.tier, t.lga, t.restrictedUntil),
    index("users_facets").on(t.tier, t.lga, t.status, t.restrictedUntil),
    index("users_status").on(t.status, t.joinedAt, t.id),
    index("users_tier").on(t.tier, t.joinedAt, t.id),
    index("users_lga").on(t.lga, t.joinedAt, t.id),
    // Sorts byte by byte, regardless of the database's collation, like the prefixes in totals.ts that deep pages use.
    index("users_name").on(
      sql`${t.lastName} collate "C"`,
      sql`${t.firstName} collate "C"`,
      t.id,
      t.status,
      t.tier,
      t.lga,
      t.restrictedUntil,
    ),
    // Puts users who were never seen before all other users.
    index("users_last_seen").on(sql`coalesce(${t.lastSeenAt}, to_timestamp(0))`, t.id),
    // For searches by prefix; the operator class works with any collation.
    index("users_words").using("gin", t.words).with({ fastupdate: false }),
    index("users_search_email").on(sql`lower(${t.email}) text_pattern_ops`),
    index("users_search_phone").on(t.phone.op("text_pattern_ops")),
    // Finds accounts with the same birth date, whose names are then compared.
    index("users_date_of_birth").on(t.dateOfBirth),
    // For the removal of identities after the legal retention period (citizen-data/retention/).
    index("users_closed_at")
      .on(t.statusChangedAt)
      .where(sql`${t.status} = 'closed' and ${t.phone} <> ''`)
      .concurrently(),
    index("users_restricted_until").on(t.restrictedUntil).where(sql`${t.restrictedUntil} is not null`),
    check("users_app", sql`(${t.app} is null) = (${t.externalId} is null)`),
    check("users_restriction", sql`(${t.status} = 'restricted') = (${t.restriction} is not null)`),
    check("users_legal_basis", sql`(${t.restriction} is null) = (${t.legalBasis} is null)`),
    check("users_restricted_until", sql`${t.restrictedUntil} is null or ${t.restriction} is not null`),
  ],
);

/** Internal notes of admins about a user. Append-only. */
export const userNotes = pgTable(
  "user_notes",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    text: text("text").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [index("user_notes_user").on(t.userId, t.at)],
);

/** User groups, used as audiences: selected people (`user_group_members`), or a rule that is evaluated at each use. */
export const userGroups = pgTable(
  "user_groups",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    kind: text("kind", { enum: USER_GROUP_KINDS }).notNull(),
    rule: jsonb("rule").$type<UserGroupRule>(),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("user_groups_name").on(sql`lower(${t.name})`),
    check("user_groups_rule", sql`(${t.kind} = 'rule') = (${t.rule} is not null)`),
  ],
);

/** Citizens selected individually for a user group. */
export const userGroupMembers = pgTable(
  "user_group_members",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => userGroups.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.userId] }), index("user_group_members_user").on(t.userId)],
);
