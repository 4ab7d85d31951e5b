import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { WRITING_DIRECTIONS } from "@/lib/contract/app-config.values";
import { admins } from "./admin";
import { instant } from "./columns";

/** Languages of the citizen app. English, at position 0, is the fallback of all others. */
export const languages = pgTable(
  "languages",
  {
    code: text("code").primaryKey(),
    name: text("name").notNull(),
    direction: text("direction", { enum: WRITING_DIRECTIONS }).notNull(),
    position: integer("position").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [uniqueIndex("languages_position").on(t.position)],
);

/** Keys of the citizen app's texts. */
export const languageKeys = pgTable(
  "language_keys",
  {
    id: uuid("id").primaryKey(),
    key: text("key").notNull(),
    /** Note for translators: where the text appears and what it means. */
    note: text("note").notNull().default(""),
    /** True if the newest release of the app uses the key; null if no release has reported its keys. */
    used: boolean("used"),
    /** Incremented with each change of the English text; a translation stores the version that it translates. */
    sourceVersion: integer("source_version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [uniqueIndex("language_keys_key").on(t.key)],
);

/** Texts of the citizen app by key and language. A key without a text in a language has no row. */
export const languageTexts = pgTable(
  "language_texts",
  {
    keyId: uuid("key_id")
      .notNull()
      .references(() => languageKeys.id, { onDelete: "cascade" }),
    code: text("code")
      .notNull()
      .references(() => languages.code),
    text: text("text").notNull(),
    /** The text folded for search, without case and accents. */
    folded: text("folded").generatedAlwaysAs(sql`fold_words(text)`),
    /** Version of the English text (`source_version` of the key) that was translated. */
    sourceVersion: integer("source_version").notNull(),
    /** Admin who wrote the text; null for initial texts. */
    updatedBy: uuid("updated_by").references(() => admins.id),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.code] }), index("language_texts_code").on(t.code)],
);
