import { sql } from "drizzle-orm";
import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";

/** History of the APP_SECRET values that this database was used with, without the values themselves. */
export const appSecrets = pgTable(
  "app_secrets",
  {
    /** Identifies the secret: 6 bytes in hex, derived from it. Ciphertexts and hashes that were made with the secret contain this id. */
    keyId: text("key_id").primaryKey(),
    /** Number of the secret in the order of use, from 1. */
    position: integer("position").notNull(),
    /** Keyed hash of a fixed text, by which the server recognises the secret at its start. */
    checkValue: text("check_value").notNull(),
    /**
     * `active`: new values are encrypted and hashed with this secret. `retiring`: values that were written with this secret may remain.
     * `retired`: no such values remain.
     */
    state: text("state", { enum: ["active", "retiring", "retired"] }).notNull(),
    /** Keys of the earlier secrets, encrypted with this secret. Needed, because stored hashes depend on them. */
    replacedKeys: bytea("replaced_keys"),
    activatedAt: instant("activated_at").notNull().defaultNow(),
    retiredAt: instant("retired_at"),
    /** Time until which new ciphertexts get no key id, because instances of a release that can't read key ids may still run. */
    untaggedUntil: instant("untagged_until"),
  },
  (t) => [
    uniqueIndex("app_secrets_position").on(t.position),
    uniqueIndex("app_secrets_active").on(t.state).where(sql`${t.state} = 'active'`),
  ],
);
