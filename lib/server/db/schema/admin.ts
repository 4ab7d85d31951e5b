import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { FeatureAccess } from "@/lib/contract/access";
import type { Provider } from "@/lib/contract/transaction.values";

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });

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

export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    /** SHA-256 of the token; the token itself is 256 random bits and is never stored. */
    tokenHash: text("token_hash").notNull(),
    address: text("address").notNull(),
    device: text("device").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
    /** Why, for whoever still holds the token. */
    endedReason: text("ended_reason", { enum: ["signed_out", "elsewhere", "password"] }),
  },
  (t) => [uniqueIndex("sessions_token_hash").on(t.tokenHash), index("sessions_admin").on(t.adminId)],
);

/** Browsers that receive pushes. A device goes with the session that saved it: what is signed out gets nothing more. */
export const deviceTokens = pgTable(
  "device_tokens",
  {
    token: text("token").primaryKey(),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
  },
  (t) => [index("device_tokens_admin").on(t.adminId), index("device_tokens_session").on(t.sessionId)],
);

/**
 * Step two of a sign-in: the mailed code. A row without `codeHash` is a blank: it stands where a password was wrong while
 * a wait held, is answered like any other, and no code fits it.
 */
export const signInCodes = pgTable(
  "sign_in_codes",
  {
    reference: uuid("reference").primaryKey(),
    /** Null for an email that nobody has: then it is a blank. */
    adminId: uuid("admin_id").references(() => admins.id),
    /** SHA-256 of the email that was typed: what its counters go by. */
    accountHash: text("account_hash").notNull().default(""),
    /** argon2id of the 6 digits. */
    codeHash: text("code_hash"),
    /** Begun while a wait held: nothing that it answers may tell whether the password was right. */
    blind: boolean("blind").notNull().default(false),
    tries: integer("tries").notNull().default(0),
    sends: integer("sends").notNull().default(1),
    sentAt: instant("sent_at").notNull().defaultNow(),
    /** When the password was typed. */
    provedAt: instant("proved_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [index("sign_in_codes_admin").on(t.adminId)],
);

/**
 * What a mailed link proves: that its holder reads the admin's mail. The reference itself stands in the mail only.
 * `reset` sets a new password, `invitation` turns an invited admin into an active one.
 */
export const adminReferences = pgTable(
  "admin_references",
  {
    /** SHA-256 of the reference, which has 256 random bits. */
    referenceHash: text("reference_hash").primaryKey(),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    kind: text("kind", { enum: ["reset", "invitation"] }).notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [index("admin_references_admin").on(t.adminId)],
);

/** Buckets of tries by key (`account:…`, `address:…`): they slow down, they never lock out. */
export const throttles = pgTable("throttles", {
  key: text("key").primaryKey(),
  /** How full it was at `lastFailureAt`; it has drained since. */
  failures: doublePrecision("failures").notNull(),
  blockedUntil: instant("blocked_until").notNull(),
  lastFailureAt: instant("last_failure_at").notNull(),
});

/** Sign-ins that were told to wait, until they go on record together. One row for each admin, one for all other emails. */
export const turnedAway = pgTable("turned_away", {
  /** The admin's id; `unknown` for emails that nobody has, which are stored nowhere. */
  subject: text("subject").primaryKey(),
  times: integer("times").notNull(),
  /** Codes that were mailed all the same, since the password was right. */
  mailed: integer("mailed").notNull(),
  /** Of the newest one. */
  address: text("address").notNull(),
  firstAt: instant("first_at").notNull(),
  lastAt: instant("last_at").notNull(),
  recordedAt: instant("recorded_at"),
});

/** Answers to writes that carried an Idempotency-Key, so that a repeat has one effect. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    adminId: uuid("admin_id").notNull(),
    key: text("key").notNull(),
    call: text("call").notNull(),
    inputHash: text("input_hash").notNull(),
    /** json, not jsonb: the repeat gets the same bytes. */
    answer: json("answer"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.key] })],
);

/** `ticketIds`: tickets that are drawn as PDFs when the mail leaves, and attached. */
export type QueuedMail = { to: string; subject: string; text: string; ticketIds?: string[] };
/** A mail of a broadcast, which may be paused or cancelled before it leaves. */
export type QueuedBroadcastMail = QueuedMail & { broadcastId: string };
/** One device of one admin: each is tried again by itself. */
export type QueuedPush = {
  token: string;
  adminId: string;
  push: { title: string; body: string; category: "kyc"; request_id: string };
};

/** One device of one citizen. `data` tells the app what it is about. */
export type QueuedCitizenPush = {
  token: string;
  userId: string;
  push: { title: string; body: string; data: Record<string, string> };
};

/** Money to send back by the provider that it came by; `amount` in kobo, `refundId` the transaction of the refund. */
export type QueuedRefund = { refundId: string; provider: Provider; reference: string; amount: number };

/** A grant to pay into a bank account: of whom and which account, the application says when it is sent. */
export type QueuedPayout = { transactionId: string; applicationId: string; provider: Provider };

/** One turn of sending a broadcast; one that is not the broadcast's own any more does nothing. */
export type QueuedBroadcast = { broadcastId: string; turn: number };

/** Mail, pushes and refunds that leave after the commit and are retried; a delivered row is deleted with what it held. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigserial("id", { mode: "bigint" }).primaryKey(),
    kind: text("kind", {
      enum: ["mail", "push", "citizen_push", "refund", "payout", "broadcast", "broadcast_mail"],
    }).notNull(),
    payload: jsonb("payload")
      .$type<
        | QueuedMail
        | QueuedBroadcastMail
        | QueuedPush
        | QueuedCitizenPush
        | QueuedRefund
        | QueuedPayout
        | QueuedBroadcast
      >()
      .notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  // Of each kind by itself: a sign-in code does not go through all mails of a broadcast that wait.
  (t) => [index("outbox_due").on(t.kind, t.nextAttemptAt, t.id)],
);
