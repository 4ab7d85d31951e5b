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
    /** Name that the admin gave the passkey, such as "Work laptop". */
    name: text("name").notNull(),
    /** Host that the passkey was created for (APP_ORIGIN). Browsers offer it on no other host. */
    host: text("host").notNull(),
    /** Credential id in base64url, as WebAuthn sends it. */
    credentialId: text("credential_id").notNull(),
    publicKey: bytea("public_key").notNull(),
    /**
     * Number of signatures that the device reported last; 0 if the device does not count. A lower number than before indicates a copied
     * key.
     */
    signatures: bigint("signatures", { mode: "number" }).notNull(),
    transports: jsonb("transports").$type<readonly string[]>().notNull().default([]),
    /** True if the admin's password manager copies the passkey to their other devices. */
    isSynced: boolean("is_synced").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [uniqueIndex("admin_passkeys_credential").on(t.credentialId), index("admin_passkeys_admin").on(t.adminId)],
);

/** Authenticator apps (TOTP, RFC 6238), at most one per admin. */
export const authenticators = pgTable("admin_authenticators", {
  adminId: uuid("admin_id")
    .primaryKey()
    .references(() => admins.id),
  /** Shared secret of the authenticator app, encrypted with a key derived from APP_SECRET. */
  secret: bytea("secret").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  /** When the admin entered a first code; null before. Until then, codes of the app do not prove the admin's identity. */
  confirmedAt: instant("confirmed_at"),
  lastUsedAt: instant("last_used_at"),
  /** The latest 30-second step whose code was used. A code of this step or an earlier one is refused, so that no code works twice. */
  lastStep: integer("last_step").notNull().default(0),
});

/** Recovery codes for lost passkeys and authenticator apps: ten per admin, each for one use. */
export const recoveryCodes = pgTable(
  "admin_recovery_codes",
  {
    id: uuid("id").primaryKey(),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    /** Keyed hash of the code, which has 80 random bits. The code itself is not stored. */
    codeHash: text("code_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    usedAt: instant("used_at"),
  },
  (t) => [uniqueIndex("admin_recovery_codes_hash").on(t.codeHash), index("admin_recovery_codes_admin").on(t.adminId)],
);

/** Pending challenges with which admins prove their identity: a passkey challenge or a mailed code. Each can be used once. */
export const proofChallenges = pgTable(
  "proof_challenges",
  {
    reference: uuid("reference").primaryKey(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: PROOF_CHALLENGES }).notNull(),
    /** argon2id hash of a mailed 6-digit code. */
    codeHash: text("code_hash"),
    /** New email address of the admin, to which the code was mailed. */
    email: text("email"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [index("proof_challenges_session").on(t.sessionId), index("proof_challenges_expires").on(t.expiresAt)],
);
