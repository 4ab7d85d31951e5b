import { boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { admins } from "./admin";
import { instant } from "./columns";

/** Sign-in sessions of admins. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    /** SHA-256 of the token, which has 256 random bits and is not stored. */
    tokenHash: text("token_hash").notNull(),
    address: text("address").notNull(),
    device: text("device").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    /** When the admin last proved their identity in this session (docs/sign-in.md). */
    provedAt: instant("proved_at"),
    endedAt: instant("ended_at"),
    /** Why the session ended. Sent to a client that still uses the session's token. */
    endedReason: text("ended_reason", { enum: ["signed_out", "elsewhere", "password", "keys"] }),
  },
  (t) => [uniqueIndex("sessions_token_hash").on(t.tokenHash), index("sessions_admin").on(t.adminId)],
);

/**
 * Browsers that receive pushes for admins. A row is deleted with the session in which it was saved, so that a signed-out browser gets no
 * pushes.
 */
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
 * Second step of sign-ins: the mailed code. While sign-in is throttled, a wrong password also creates a row, without `codeHash`. No code
 * matches such a row, and clients can't tell it from a real one.
 */
export const signInCodes = pgTable(
  "sign_in_codes",
  {
    reference: uuid("reference").primaryKey(),
    /** Admin; null for an unknown email, in which case `codeHash` is null too. */
    adminId: uuid("admin_id").references(() => admins.id),
    /** SHA-256 of the typed email, the key of its rate limits. */
    accountHash: text("account_hash").notNull().default(""),
    /** argon2id hash of the mailed 6-digit code. */
    codeHash: text("code_hash"),
    /** True if this sign-in began while sign-in was throttled. No response may then reveal whether the password was right. */
    blind: boolean("blind").notNull().default(false),
    tries: integer("tries").notNull().default(0),
    sends: integer("sends").notNull().default(1),
    sentAt: instant("sent_at").notNull().defaultNow(),
    /** When the admin entered the password. */
    provedAt: instant("proved_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [index("sign_in_codes_admin").on(t.adminId)],
);

/**
 * Mailed links, which prove access to the admin's mailbox. Only the hash of the reference is stored. `reset` sets a new
 * password, `invitation` activates an invited admin.
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

/** Leaky buckets that count failed attempts by key (`account:…`, `address:…`). They delay attempts but never lock an account. */
export const throttles = pgTable("throttles", {
  key: text("key").primaryKey(),
  /** Fill level of the bucket at `lastFailureAt`. Afterwards the level falls continuously. */
  failures: doublePrecision("failures").notNull(),
  blockedUntil: instant("blocked_until").notNull(),
  lastFailureAt: instant("last_failure_at").notNull(),
});

/** Counters of throttled sign-in attempts, until a task logs the counters together. One row per admin, and one for all unknown emails. */
export const turnedAway = pgTable("turned_away", {
  /** Id of the admin; `unknown` for all unknown emails, which are not stored. */
  subject: text("subject").primaryKey(),
  times: integer("times").notNull(),
  /** Number of codes mailed beyond the limit, because the password was right. */
  mailed: integer("mailed").notNull(),
  /** IP address of the newest sign-in attempt. */
  address: text("address").notNull(),
  firstAt: instant("first_at").notNull(),
  lastAt: instant("last_at").notNull(),
  recordedAt: instant("recorded_at"),
});
