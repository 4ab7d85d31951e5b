import { sql } from "drizzle-orm";
import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";

/** History of the APP_SECRET values that this database was used with, without the values themselves. */
export const appSecrets = pgTable(
  "app_secrets",
  {
    /** 6 bytes in hex, derived from the secret. Ciphertexts and hashes under the secret contain it. */
    keyId: text("key_id").primaryKey(),
    /** Number of the secret in the order of use, from 1. */
    position: integer("position").notNull(),
    /** Keyed hash by which a start recognizes the secret. */
    checkValue: text("check_value").notNull(),
    /** `active`: new values are written with it. `retiring`: values may exist under it. `retired`: none do. */
    state: text("state", { enum: ["active", "retiring", "retired"] }).notNull(),
    /** Encrypted with this secret: keys of the secrets before it, on which stored hashes depend. */
    replacedKeys: bytea("replaced_keys"),
    activatedAt: instant("activated_at").notNull().defaultNow(),
    retiredAt: instant("retired_at"),
    /** Time until which new ciphertexts get no key id, because instances of a release without key ids may still run. */
    untaggedUntil: instant("untagged_until"),
  },
  (t) => [
    uniqueIndex("app_secrets_position").on(t.position),
    uniqueIndex("app_secrets_active").on(t.state).where(sql`${t.state} = 'active'`),
  ],
);
