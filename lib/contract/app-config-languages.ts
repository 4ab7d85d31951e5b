import { z } from "zod";
import { appConfigRoutes as routes } from "./app-config.routes";
import {
  DIRECTIONS,
  GRID_ROWS_MAX,
  KEY_NAME,
  KEY_NAME_MAX,
  KEY_NOTE_MAX,
  KEYS_MAX,
  TEXT_FILTERS,
  TEXT_MAX,
  TEXT_STATES,
  TEXTS_AT_ONCE_MAX,
} from "./app-config.values";
import { adminRef, declare, id, instant, line, longList, nothing, text, version, wholeList } from "./common";
import { languageCode } from "./entries-drafts";
import { file } from "./uploads";

const language = z.object({
  code: z.string(),
  name: z.string(),
  direction: z.enum(DIRECTIONS),
  /** The language that keys are written in, and that others fall back to. */
  source: z.boolean(),
  /** Of how many keys, and how many have a text, or one that is older than its English. */
  keys: z.int(),
  translated: z.int(),
  changed: z.int(),
  position: z.int(),
  version,
});
export type Language = z.infer<typeof language>;

const languageName = line(60, 2);
export const languageCreation = z.strictObject({
  code: languageCode,
  name: languageName,
  direction: z.enum(DIRECTIONS),
});
export const languageUpdate = z.strictObject({
  code: languageCode,
  version,
  name: languageName,
  direction: z.enum(DIRECTIONS),
});

/** One cell. `version` 0: nothing was ever written in it. */
const cell = z.object({
  text: z.string(),
  state: z.enum(TEXT_STATES),
  version: z.int(),
  updated_at: instant.nullable(),
  updated_by: adminRef.nullable(),
});
export type TextCell = z.infer<typeof cell>;
const cellVersion = z.int().min(0).max(2_147_483_647);

const keyRow = z.object({
  id: z.string(),
  key: z.string(),
  note: z.string(),
  /** null: no release of the app has said which keys it uses. */
  used: z.boolean().nullable(),
  /** Names of its placeholders, as `{name}` in its English. */
  placeholders: z.array(z.string()),
  /** By code, of every language. */
  texts: z.record(z.string(), cell),
  version,
});
export type TextRow = z.infer<typeof keyRow>;

const keyName = z
  .string()
  .max(KEY_NAME_MAX, `Use at most ${KEY_NAME_MAX} characters.`)
  .regex(KEY_NAME, "Use small letters, digits and dots, such as wallet.send.title.");
export const keyCreation = z.strictObject({ key: keyName, source: text(TEXT_MAX, 1), note: text(KEY_NOTE_MAX) });
export const keyUpdate = z.strictObject({ keyId: id, version, key: keyName, note: text(KEY_NOTE_MAX) });

/**
 * Key → value, as bundles have it. The first that is wrong is named alone: a sentence for each of twenty thousand would
 * cost more than all the rest.
 */
const byKey = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (all, context) => {
      if (typeof all !== "object" || all === null) return all;
      const entries = Object.entries(all);
      if (entries.length > KEYS_MAX) {
        context.addIssue({ code: "custom", message: `Send at most ${KEYS_MAX.toLocaleString("en")} keys.` });
        return z.NEVER;
      }
      const wrong = entries.find(([key, each]) => key.length > KEY_NAME_MAX || !value.safeParse(each).success);
      return wrong ? Object.fromEntries([wrong]) : all;
    },
    z.record(z.string().max(KEY_NAME_MAX), value),
  );
const bundle = byKey(z.string().max(TEXT_MAX));
const importRow = z.object({
  key: z.string(),
  is: z.string(),
  becomes: z.string(),
  problem: z.string().nullable(),
  /** Of the text that is there; 0: none. */
  version: z.int(),
});
const importPreview = z.object({
  new: z.array(importRow),
  changed: z.array(importRow),
  /**
   * Placeholders or plural forms that don't match, keys that are unknown, and after an import what somebody else changed
   * since the preview: these are left out.
   */
  broken: z.array(importRow),
  same: z.int(),
});
export type ImportPreview = z.infer<typeof importPreview>;

const textResult = z.object({
  keyId: z.string(),
  done: z.boolean(),
  message: z.string(),
  /** As it is now, also where it was refused because somebody else changed it. */
  cell: cell.nullable(),
});
export type TextResult = z.infer<typeof textResult>;

export const appConfigLanguages = {
  languages: declare(routes.languages, {
    summary: "Languages of the app with their progress",
    input: nothing,
    output: wholeList(language),
  }),
  createLanguage: declare(routes.createLanguage, {
    summary: "Add a language",
    done: "Added a language",
    input: languageCreation,
    output: language,
  }),
  updateLanguage: declare(routes.updateLanguage, {
    summary: "Rename a language or change its direction",
    done: "Changed a language",
    input: languageUpdate,
    output: language,
  }),
  deleteLanguage: declare(routes.deleteLanguage, {
    summary: "Delete a language without texts",
    done: "Deleted a language",
    input: z.strictObject({ code: languageCode, version }),
    output: z.object({ code: z.string() }),
  }),
  texts: declare(routes.texts, {
    summary: "Rows of the grid: keys with their texts in every language",
    input: z.strictObject({
      /** Of the first row, counted from 0. */
      offset: z.coerce.number<string | number>().int().min(0).max(KEYS_MAX).default(0),
      limit: z.coerce.number<string | number>().int().min(1).max(GRID_ROWS_MAX).default(200),
      q: text(200).optional(),
      filter: z.enum(TEXT_FILTERS).optional(),
      /** The language that `missing` and `changed` are about; any, if there is none. */
      language: languageCode.optional(),
    }),
    output: z.object({ rows: z.array(keyRow), total: z.int(), offset: z.int() }),
  }),
  createKey: declare(routes.createKey, {
    summary: "Add a key with its English text",
    done: "Added a text of the app",
    input: keyCreation,
    output: keyRow,
  }),
  updateKey: declare(routes.updateKey, {
    summary: "Change a key's name or note",
    done: "Changed the name or note of a text of the app",
    input: keyUpdate,
    output: keyRow,
  }),
  deleteKey: declare(routes.deleteKey, {
    summary: "Delete a key with its texts",
    done: "Deleted a text of the app",
    input: z.strictObject({ keyId: id, version }),
    output: z.object({ id: z.string() }),
  }),
  saveText: declare(routes.saveText, {
    summary: "Save the text of one cell",
    done: "Changed a text of the app",
    /** "" removes the text; English can't be removed. */
    input: z.strictObject({ keyId: id, code: languageCode, text: text(TEXT_MAX), version: cellVersion }),
    output: keyRow,
  }),
  saveTexts: declare(routes.saveTexts, {
    summary: "Save texts of one language, each by itself",
    done: "Changed texts of the app",
    input: z.strictObject({
      code: languageCode,
      texts: z
        .array(z.strictObject({ keyId: id, text: text(TEXT_MAX), version: cellVersion }))
        .min(1)
        .max(TEXTS_AT_ONCE_MAX, `Send at most ${TEXTS_AT_ONCE_MAX} texts at a time.`),
    }),
    output: z.object({ results: z.array(textResult) }),
  }),
  previewImport: declare(routes.previewImport, {
    summary: "What a file of texts would add, change and break",
    input: z.strictObject({ code: languageCode, texts: bundle }),
    output: importPreview,
  }),
  importTexts: declare(routes.importTexts, {
    summary: "Take a file of texts over",
    done: "Imported texts of the app",
    input: z.strictObject({
      code: languageCode,
      texts: bundle,
      /** By key, as the preview said. Without one a text is taken over where there is none yet. */
      versions: byKey(cellVersion).default({}),
    }),
    output: importPreview,
  }),
  exportTexts: declare(routes.exportTexts, {
    summary: "The texts of one language as JSON",
    input: z.strictObject({
      code: languageCode,
      /** Keys without a text in it alone, with their English. */
      missing: z.stringbool("Use true or false.").optional(),
    }),
    output: file,
  }),
  publicLanguages: declare(routes.publicLanguages, {
    summary: "Languages of the app",
    input: nothing,
    output: wholeList(z.object({ code: z.string(), name: z.string(), direction: z.enum(DIRECTIONS) })),
  }),
  publicBundle: declare(routes.publicBundle, {
    summary: "All texts of one language, `efi.json`",
    input: z.strictObject({ file: z.string().max(20).endsWith(".json", "Ask for a file such as efi.json.") }),
    output: z.object({
      language: z.string(),
      direction: z.enum(DIRECTIONS),
      /** Every key; English where the language has no text. */
      texts: z.record(z.string(), z.string()),
    }),
  }),
  reportKeys: declare(routes.reportKeys, {
    summary: "Which keys a release of the app uses",
    done: "Reported which texts the app uses",
    input: z.strictObject({
      release: line(40, 1),
      keys: longList(z.string().max(KEY_NAME_MAX), KEYS_MAX, {}),
    }),
    /** Keys that the app uses and nobody has written. */
    output: z.object({ unknown: z.array(z.string()) }),
  }),
};
