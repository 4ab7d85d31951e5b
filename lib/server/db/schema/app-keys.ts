import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { admins } from "./admin";
import { bytea, instant } from "./columns";

/** API keys of citizen apps' servers, created by admins. Keys in the setting APP_API_KEYS have no row. */
export const appKeys = pgTable(
  "app_keys",
  {
    id: uuid("id").primaryKey(),
    /** Name of the app, as in `users.app` and `webhook_endpoints.app`. */
    app: text("app").notNull(),
    /** Label that tells admins what the key is used for. */
    name: text("name").notNull(),
    /** SHA-256 of the key. The key has 256 random bits, so that a slow hash would add nothing. */
    digest: bytea("digest").notNull(),
    /** First characters of the key, by which admins recognise it. */
    prefix: text("prefix").notNull(),
    /** Groups of API calls that the key may use; null for all. */
    groups: jsonb("groups").$type<string[]>(),
    createdAt: instant("created_at").notNull().defaultNow(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => admins.id),
    /** Time from which calls with the key are refused; null if the key never expires. */
    endsAt: instant("ends_at"),
    endedBy: uuid("ended_by").references(() => admins.id),
    /** Time of the last call with the key, updated once a minute at most. */
    lastUsedAt: instant("last_used_at"),
    /** Id of the key that replaced this one in a rotation. */
    replacedBy: uuid("replaced_by").references((): AnyPgColumn => appKeys.id),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("app_keys_digest").on(t.digest),
    index("app_keys_app").on(t.app, t.endsAt),
    check("app_keys_digest_is_sha256", sql`octet_length(${t.digest}) = 32`),
  ],
);
