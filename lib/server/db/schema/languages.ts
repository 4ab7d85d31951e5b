import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { DIRECTIONS } from "@/lib/contract/app-config.values";
import { admins } from "./admin";
import { instant } from "./columns";

/** Languages of the citizen app. The one of position 0, English, is what the others fall back to. */
export const languages = pgTable(
  "languages",
  {
    code: text("code").primaryKey(),
    name: text("name").notNull(),
    direction: text("direction", { enum: DIRECTIONS }).notNull(),
    position: integer("position").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [uniqueIndex("languages_position").on(t.position)],
);

/** Names under which the app asks for its texts. */
export const languageKeys = pgTable(
  "language_keys",
  {
    id: uuid("id").primaryKey(),
    key: text("key").notNull(),
    /** For translators: where it stands, what it means. */
    note: text("note").notNull().default(""),
    /** Whether the newest release of the app asks for it; null: none has said. */
    used: boolean("used"),
    /** Grows with each change of the English text; a translation remembers of which one it is. */
    sourceVersion: integer("source_version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [uniqueIndex("language_keys_key").on(t.key)],
);

/** One cell of the grid. An empty text is no row. */
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
    /** `source_version` of its key when it was written. */
    sourceVersion: integer("source_version").notNull(),
    /** null: as the product came. */
    updatedBy: uuid("updated_by").references(() => admins.id),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.code] }), index("language_texts_code").on(t.code)],
);
