import { boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { admins } from "./admin";
import { instant } from "./columns";

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
    /** When the admin last proved who they are in this session (docs/sign-in.md). */
    provedAt: instant("proved_at"),
    endedAt: instant("ended_at"),
    /** Why, for anyone who still holds the token. */
    endedReason: text("ended_reason", { enum: ["signed_out", "elsewhere", "password", "keys"] }),
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
