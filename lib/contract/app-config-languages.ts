import { z } from "zod";
import { appConfigRoutes as routes } from "./app-config.routes";
import {
  APP_TEXT_LENGTH_MAX,
  MAX_TEXTS_PER_CALL,
  TEXT_GRID_ROWS_MAX,
  TEXT_KEY_LENGTH_MAX,
  TEXT_KEY_NOTE_MAX,
  TEXT_KEY_PATTERN,
  TEXT_KEYS_MAX,
  TRANSLATION_FILTERS,
  TRANSLATION_STATES,
  WRITING_DIRECTIONS,
} from "./app-config.values";
import {
  adminRef,
  endpoint,
  id,
  instant,
  listOf,
  longList,
  noInput,
  oneLine,
  requiredText,
  searchWords,
  text,
  version,
} from "./common";
import { languageCode } from "./content-entries-drafts";
import { fileResponse } from "./uploads";

const language = z.object({
  code: z.string(),
  name: z.string(),
  direction: z.enum(WRITING_DIRECTIONS),
  /** True for English, the source language. Citizens see the English text where a language has no translation. */
  source: z.boolean(),
  /**
   * `keys`: number of text keys. `translated`: keys with a text in this language. `changed`: keys whose text is older than the English
   * text.
   */
  keys: z.int(),
  translated: z.int(),
  changed: z.int(),
  position: z.int(),
  version,
});
export type Language = z.infer<typeof language>;

const languageName = oneLine(60, 2);
export const languageCreation = z.strictObject({
  code: languageCode,
  name: languageName,
  direction: z.enum(WRITING_DIRECTIONS),
});
export const languageUpdate = z.strictObject({
  code: languageCode,
  version,
  name: languageName,
  direction: z.enum(WRITING_DIRECTIONS),
});

/** Cell of the translation grid: one key's text in one language. `version` is 0 if the cell never had a text. */
const textCell = z.object({
  text: z.string(),
  state: z.enum(TRANSLATION_STATES),
  version: z.int(),
  updated_at: instant.nullable(),
  updated_by: adminRef.nullable(),
});
/** Translation of one key into one language: a cell of the translation grid. */
export type TranslationCell = z.infer<typeof textCell>;
const cellVersion = z.int().min(0).max(2_147_483_647);

const textRow = z.object({
  id: z.string(),
  key: z.string(),
  note: z.string(),
  /** True if a release of the app uses the key; null before the first report of used keys. */
  used: z.boolean().nullable(),
  /** Names of the key's placeholders, written as `{name}` in the English text. */
  placeholders: z.array(z.string()),
  /** Texts of the key in every language, by language code. */
  texts: z.record(z.string(), textCell),
  version,
});
/** Row of the translation grid: a text key of the app, with its texts in all languages. */
export type TranslationRow = z.infer<typeof textRow>;

const KEY_MESSAGE = "Use lowercase letters, digits and dots, such as wallet.send.title.";
const keyName = requiredText(KEY_MESSAGE)
  .max(TEXT_KEY_LENGTH_MAX, `Use at most ${TEXT_KEY_LENGTH_MAX} characters.`)
  .regex(TEXT_KEY_PATTERN, KEY_MESSAGE);
/** Input that creates a key for texts of the citizen app. */
export const textKeyCreation = z.strictObject({
  key: keyName,
  source: text(APP_TEXT_LENGTH_MAX, 1),
  note: text(TEXT_KEY_NOTE_MAX),
});
/** Input that renames a text key or changes its note. */
export const textKeyUpdate = z.strictObject({ keyId: id, version, key: keyName, note: text(TEXT_KEY_NOTE_MAX) });

/**
 * Schema of an object that maps keys to values, as in a bundle. Reports only the first invalid entry, because creating 20,000 error
 * messages would take longer than the validation itself.
 */
const recordByKey = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (entriesInput, context) => {
      if (typeof entriesInput !== "object" || entriesInput === null) return entriesInput;
      const entries = Object.entries(entriesInput);
      if (entries.length > TEXT_KEYS_MAX) {
        context.addIssue({ code: "custom", message: `Send at most ${TEXT_KEYS_MAX.toLocaleString("en")} keys.` });
        return z.NEVER;
      }
      const wrongEntry = entries.find(
        ([key, each]) => key.length > TEXT_KEY_LENGTH_MAX || !value.safeParse(each).success,
      );
      return wrongEntry ? Object.fromEntries([wrongEntry]) : entriesInput;
    },
    z.record(z.string().max(TEXT_KEY_LENGTH_MAX), value),
  );
const textBundle = recordByKey(z.string().max(APP_TEXT_LENGTH_MAX));
const importRow = z.object({
  key: z.string(),
  is: z.string(),
  becomes: z.string(),
  problem: z.string().nullable(),
  /** Version of the existing text; 0 if no text exists. */
  version: z.int(),
});
const importPreview = z.object({
  new: z.array(importRow),
  changed: z.array(importRow),
  /** Rows that can't be imported: invalid placeholders or plural forms, unknown key, or changed after the preview. */
  broken: z.array(importRow),
  same: z.int(),
});
/** What importing a translation file would change. */
export type TranslationImportPreview = z.infer<typeof importPreview>;

const textResult = z.object({
  keyId: z.string(),
  done: z.boolean(),
  message: z.string(),
  /** The current cell, also if the text was refused because another admin had changed the cell. */
  cell: textCell.nullable(),
});
/** Result of saving one translation. */
export type SavedTranslationResult = z.infer<typeof textResult>;

/** Calls for languages and texts of the citizen app, with descriptions and schemas. */
export const languageCalls = {
  languages: endpoint(routes.languages, {
    summary: "Languages of the app with their progress",
    input: noInput,
    output: listOf(language),
  }),
  createLanguage: endpoint(routes.createLanguage, {
    summary: "Add a language",
    done: "Added a language",
    input: languageCreation,
    output: language,
  }),
  updateLanguage: endpoint(routes.updateLanguage, {
    summary: "Rename a language or change its direction",
    done: "Changed a language",
    input: languageUpdate,
    output: language,
  }),
  deleteLanguage: endpoint(routes.deleteLanguage, {
    summary: "Delete a language without texts",
    done: "Deleted a language",
    input: z.strictObject({ code: languageCode, version }),
    output: z.object({ code: z.string() }),
  }),
  texts: endpoint(routes.texts, {
    summary: "Rows of the grid: keys with their texts in every language",
    input: z.strictObject({
      /** Index of the first returned row, from 0. */
      offset: z.coerce.number<string | number>().int().min(0).max(TEXT_KEYS_MAX).default(0),
      limit: z.coerce.number<string | number>().int().min(1).max(TEXT_GRID_ROWS_MAX).default(200),
      q: searchWords().optional(),
      filter: z.enum(TRANSLATION_FILTERS).optional(),
      /** Language for the filters `missing` and `changed`; without it, any language matches. */
      language: languageCode.optional(),
    }),
    output: z.object({ rows: z.array(textRow), total: z.int(), offset: z.int() }),
  }),
  createKey: endpoint(routes.createKey, {
    summary: "Add a key with its English text",
    done: "Added a text of the app",
    input: textKeyCreation,
    output: textRow,
  }),
  updateKey: endpoint(routes.updateKey, {
    summary: "Change a key's name or note",
    done: "Changed the name or note of a text of the app",
    input: textKeyUpdate,
    output: textRow,
  }),
  deleteKey: endpoint(routes.deleteKey, {
    summary: "Delete a key with its texts",
    done: "Deleted a text of the app",
    input: z.strictObject({ keyId: id, version }),
    output: z.object({ id: z.string() }),
  }),
  saveText: endpoint(routes.saveText, {
    summary: "Save the text of one cell",
    done: "Changed a text of the app",
    /** `text`: "" removes the translation; the English text can't be removed. */
    input: z.strictObject({ keyId: id, code: languageCode, text: text(APP_TEXT_LENGTH_MAX), version: cellVersion }),
    output: textRow,
  }),
  saveTexts: endpoint(routes.saveTexts, {
    summary: "Save several texts of one language; a result for each",
    done: "Changed texts of the app",
    input: z.strictObject({
      code: languageCode,
      texts: z
        .array(z.strictObject({ keyId: id, text: text(APP_TEXT_LENGTH_MAX), version: cellVersion }))
        .min(1)
        .max(MAX_TEXTS_PER_CALL, `Send at most ${MAX_TEXTS_PER_CALL} texts at a time.`),
    }),
    output: z.object({ results: z.array(textResult) }),
  }),
  previewImport: endpoint(routes.previewImport, {
    summary: "Preview what a file of texts would add, change and break",
    input: z.strictObject({ code: languageCode, texts: textBundle }),
    output: importPreview,
  }),
  importTexts: endpoint(routes.importTexts, {
    summary: "Import a file of texts",
    done: "Imported texts of the app",
    input: z.strictObject({
      code: languageCode,
      texts: textBundle,
      /** Version of each text by key, as the preview returned it. A key without a version is imported only if it has no text yet. */
      versions: recordByKey(cellVersion).default({}),
    }),
    output: importPreview,
  }),
  exportTexts: endpoint(routes.exportTexts, {
    summary: "The texts of one language as JSON",
    input: z.strictObject({
      code: languageCode,
      /** True to export only the keys without a text in this language, with their English texts. */
      missing: z.stringbool("Use true or false.").optional(),
    }),
    output: fileResponse,
  }),
  publicLanguages: endpoint(routes.publicLanguages, {
    summary: "Languages of the app",
    input: noInput,
    output: listOf(z.object({ code: z.string(), name: z.string(), direction: z.enum(WRITING_DIRECTIONS) })),
  }),
  publicBundle: endpoint(routes.publicBundle, {
    summary: "All texts of one language, `efi.json`",
    input: z.strictObject({ file: z.string().max(20).endsWith(".json", "Ask for a file such as efi.json.") }),
    output: z.object({
      language: z.string(),
      direction: z.enum(WRITING_DIRECTIONS),
      /** Texts of all keys; English where the language has none. */
      texts: z.record(z.string(), z.string()),
    }),
  }),
  reportKeys: endpoint(routes.reportKeys, {
    summary: "Report the keys that a release of the app uses",
    done: "Reported the texts that the app uses",
    input: z.strictObject({
      release: oneLine(40, 1),
      keys: longList(z.string().max(TEXT_KEY_LENGTH_MAX), TEXT_KEYS_MAX, {}),
    }),
    /** Text keys that this release of the app uses, but that have not been created in the dashboard. */
    output: z.object({ unknown: z.array(z.string()) }),
  }),
};
