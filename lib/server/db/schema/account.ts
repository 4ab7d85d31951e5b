import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { PROOF_CHALLENGES } from "@/lib/contract/account.values";
import { admins } from "./admin";
import { bytea, instant } from "./columns";
import { sessions } from "./session";

/** Passkeys of admins. The private key never leaves the admin's device. */
export const passkeys = pgTable(
  "admin_passkeys",
  {
    id: uuid("id").primaryKey(),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    /** As the admin named it: "Work laptop". */
    name: text("name").notNull(),
    /** The host that it was made for (APP_ORIGIN): browsers use it for no other. */
    host: text("host").notNull(),
    /** Base64url, as WebAuthn sends it. */
    credentialId: text("credential_id").notNull(),
    publicKey: bytea("public_key").notNull(),
    /** Signatures that the device counted; a smaller number than before is a copy of the key. 0: it doesn't count. */
    signatures: bigint("signatures", { mode: "number" }).notNull(),
    transports: jsonb("transports").$type<readonly string[]>().notNull().default([]),
    /** Copied to the admin's other devices by their password manager. */
    isSynced: boolean("is_synced").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [uniqueIndex("admin_passkeys_credential").on(t.credentialId), index("admin_passkeys_admin").on(t.adminId)],
);

/** Authenticator apps (TOTP, RFC 6238): at most one for each admin. */
export const authenticators = pgTable("admin_authenticators", {
  adminId: uuid("admin_id")
    .primaryKey()
    .references(() => admins.id),
  /** Encrypted with a key of APP_SECRET. */
  secret: bytea("secret").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  /** Null until a first code was entered: it proves nothing before. */
  confirmedAt: instant("confirmed_at"),
  lastUsedAt: instant("last_used_at"),
  /** The newest 30-second step of which a code was used, so that none works twice. */
  lastStep: integer("last_step").notNull().default(0),
});

/** Ten codes for an admin who lost their passkeys and authenticator app. Each works once. */
export const recoveryCodes = pgTable(
  "admin_recovery_codes",
  {
    id: uuid("id").primaryKey(),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    /** Keyed hash: a code has 80 random bits, and is stored nowhere. */
    codeHash: text("code_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    usedAt: instant("used_at"),
  },
  (t) => [uniqueIndex("admin_recovery_codes_hash").on(t.codeHash), index("admin_recovery_codes_admin").on(t.adminId)],
);

/** What a signed-in admin was asked to answer: a challenge for a passkey, or a mailed code. Each is answered once. */
export const proofChallenges = pgTable(
  "proof_challenges",
  {
    reference: uuid("reference").primaryKey(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: PROOF_CHALLENGES }).notNull(),
    /** argon2id of the 6 digits of a mailed code. */
    codeHash: text("code_hash"),
    /** The new address that a code was mailed to. */
    email: text("email"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [index("proof_challenges_session").on(t.sessionId), index("proof_challenges_expires").on(t.expiresAt)],
);
