import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import { LGAS } from "@/lib/contract/kyc.values";
import { GROUP_KINDS, LEGAL_BASES, RESTRICTIONS, USER_STATUSES } from "@/lib/contract/user.values";
import type { GroupRule } from "@/lib/contract/user-groups";
import { admins } from "./admin";
import { instant } from "./columns";

/** Citizens who use the app. */
export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    firstName: text("first_name").notNull(),
    middleName: text("middle_name").notNull().default(""),
    lastName: text("last_name").notNull(),
    /** In small letters. */
    email: text("email"),
    phone: text("phone").notNull(),
    /** When the citizen proved that the number is theirs. */
    phoneVerifiedAt: instant("phone_verified_at"),
    dateOfBirth: date("date_of_birth", { mode: "string" }).notNull(),
    gender: text("gender", { enum: ["female", "male"] }).notNull(),
    address: text("address").notNull().default(""),
    /** As the app is set; a code of the languages. */
    language: text("language").notNull().default(SOURCE_LANGUAGE),
    lga: text("lga", { enum: LGAS }).notNull(),
    /** 0 until a first KYC request is approved. */
    tier: integer("tier").notNull().default(0),
    /** A restriction that has run out counts as lifted, also before the timed task has written that down. */
    status: text("status", { enum: USER_STATUSES }).notNull().default("active"),
    restriction: text("restriction", { enum: RESTRICTIONS }),
    legalBasis: text("legal_basis", { enum: LEGAL_BASES }),
    restrictedUntil: instant("restricted_until"),
    statusReason: text("status_reason"),
    /** What the citizen reads about it in the app. The reason is for admins. */
    statusMessage: text("status_message"),
    statusChangedAt: instant("status_changed_at"),
    /** The app refuses every session that began before. */
    sessionsResetAt: instant("sessions_reset_at"),
    joinedAt: instant("joined_at").notNull(),
    lastSeenAt: instant("last_seen_at"),
    /** The app that opened the account, and its id of the citizen; both null for an account that an admin opened. */
    app: text("app"),
    externalId: text("external_id"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    // A closed account gives its number and address back.
    uniqueIndex("users_email").on(t.email).where(sql`${t.status} <> 'closed'`),
    uniqueIndex("users_phone").on(t.phone).where(sql`${t.status} <> 'closed'`),
    uniqueIndex("users_external_id").on(t.app, t.externalId),
    index("users_joined").on(t.joinedAt, t.id),
    // Several filters together are found, and counted, from these alone.
    index("users_joined_facets").on(t.joinedAt, t.id, t.status, t.tier, t.lga, t.restrictedUntil),
    index("users_facets").on(t.tier, t.lga, t.status, t.restrictedUntil),
    index("users_status").on(t.status, t.joinedAt, t.id),
    index("users_tier").on(t.tier, t.joinedAt, t.id),
    index("users_lga").on(t.lga, t.joinedAt, t.id),
    // Byte by byte, as the places are that deep pages begin at (schema/totals.ts), whatever the database's language.
    index("users_name").on(
      sql`${t.lastName} collate "C"`,
      sql`${t.firstName} collate "C"`,
      t.id,
      t.status,
      t.tier,
      t.lga,
      t.restrictedUntil,
    ),
    // Who was never seen comes before everybody else.
    index("users_last_seen").on(sql`coalesce(${t.lastSeenAt}, to_timestamp(0))`, t.id),
    // Prefixes of what is typed or pasted; the operator class works whatever the database's language.
    index("users_search_first_name").on(sql`lower(${t.firstName}) text_pattern_ops`),
    index("users_search_middle_name").on(sql`lower(${t.middleName}) text_pattern_ops`),
    index("users_search_last_name").on(sql`lower(${t.lastName}) text_pattern_ops`),
    index("users_search_email").on(sql`lower(${t.email}) text_pattern_ops`),
    index("users_search_phone").on(t.phone.op("text_pattern_ops")),
    // Accounts of people with the same birth date are compared by name.
    index("users_date_of_birth").on(t.dateOfBirth),
    index("users_restricted_until").on(t.restrictedUntil).where(sql`${t.restrictedUntil} is not null`),
    check("users_app", sql`(${t.app} is null) = (${t.externalId} is null)`),
    check("users_restriction", sql`(${t.status} = 'restricted') = (${t.restriction} is not null)`),
    check("users_legal_basis", sql`(${t.restriction} is null) = (${t.legalBasis} is null)`),
    check("users_restricted_until", sql`${t.restrictedUntil} is null or ${t.restriction} is not null`),
  ],
);

/** What admins tell each other about a user. Kept as written: a note is added, never changed. */
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

/** Audiences: chosen people (`user_group_members`), or a rule that is asked each time. */
export const userGroups = pgTable(
  "user_groups",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    kind: text("kind", { enum: GROUP_KINDS }).notNull(),
    rule: jsonb("rule").$type<GroupRule>(),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("user_groups_name").on(sql`lower(${t.name})`),
    check("user_groups_rule", sql`(${t.kind} = 'rule') = (${t.rule} is not null)`),
  ],
);

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
