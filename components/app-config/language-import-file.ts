import { type RowProblem, readTable } from "@/lib/client/read-table";
import { APP_TEXT_LENGTH_MAX, TEXT_KEY_LENGTH_MAX, TEXT_KEYS_MAX } from "@/lib/contract/app-config.values";
import type { Language, TranslationImportPreview } from "@/lib/contract/app-config-languages";
import type { TranslationBundle } from "@/lib/queries/languages";
import { splitIntoChunks } from "./language-chunks";

const MAX_FILE_BYTES = 50_000_000;

/**
 * Content of an imported file. `invalidRows`: rows that can't be imported. `sheet`: name of the sheet that was read, if the
 * workbook has several.
 */
export type ImportedTranslationFile = { bundle: TranslationBundle; invalidRows: RowProblem[]; sheet: string | null };

/**
 * Parses a file of texts: exported JSON, whose keys may be nested, or a CSV or Excel table of keys and texts. Detects the format by
 * the content.
 * @throws Error with instructions on what to change in the file
 */
export async function readTranslationFile(
  file: File,
  language: Pick<Language, "code" | "name">,
): Promise<ImportedTranslationFile> {
  if (file.size > MAX_FILE_BYTES) throw new Error("This file is larger than 50 MB. Choose a file of texts.");
  const isJson = /^\uFEFF?\s*[{[]/.test(await file.slice(0, 1_000).text()) || file.name.toLowerCase().endsWith(".json");
  if (isJson) return { bundle: await readJsonFile(file), invalidRows: [], sheet: null };
  const { code, name } = language;
  const { texts, problems, sheet } = await readTable(file, { what: "texts", language: { code, name } });
  return { bundle: bundleFromPairs(texts), invalidRows: problems, sheet };
}

async function readJsonFile(file: File): Promise<TranslationBundle> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await file.text());
  } catch {
    throw new Error("This is not a JSON file. Choose a file in the format of the export.");
  }
  if (!isObject(parsed)) throw new Error("The file must contain keys with their texts, in the format of the export.");
  return bundleFromPairs([...textPairsOf(parsed, "")]);
}

function bundleFromPairs(pairs: readonly (readonly [key: string, text: string])[]): TranslationBundle {
  if (pairs.length === 0) throw new Error("The file has no texts.");
  if (pairs.length > TEXT_KEYS_MAX)
    throw new Error(`The file has more than ${TEXT_KEYS_MAX.toLocaleString("en")} keys. Split it.`);
  return Object.fromEntries(pairs);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function* textPairsOf(value: Record<string, unknown>, path: string): Generator<[string, string]> {
  for (const [name, nested] of Object.entries(value)) {
    const key = path + name;
    if (isObject(nested)) yield* textPairsOf(nested, `${key}.`);
    else if (typeof nested !== "string") throw new Error(`“${key.slice(0, 80)}” is not a text. Put it in quotes.`);
    else if (key.length > TEXT_KEY_LENGTH_MAX)
      throw new Error(`“${key.slice(0, 80)}…” is longer than a key may be. Shorten or remove it.`);
    else if (nested.length > APP_TEXT_LENGTH_MAX)
      throw new Error(
        `The text of “${key}” is longer than ${APP_TEXT_LENGTH_MAX.toLocaleString("en")} characters. Shorten it.`,
      );
    else yield [key, nested];
  }
}

const MAX_VERSION = 2_147_483_647;

/** Splits texts into requests below the size limit. Leaves space for the versions that `previewedTextVersions` adds. */
export const splitTranslationBundle = (bundle: TranslationBundle): TranslationBundle[] =>
  splitIntoChunks(
    Object.entries(bundle).map(([key, text]) => [key, text, key, MAX_VERSION] as const),
    TEXT_KEYS_MAX,
  ).map((part) => Object.fromEntries(part.map(([key, text]) => [key, text])));

/** Returns the versions that the preview showed for the texts in one request. */
export function previewedTextVersions(
  part: TranslationBundle,
  preview: TranslationImportPreview,
): Record<string, number> {
  const rows = [...preview.new, ...preview.changed].filter(({ key }) => Object.hasOwn(part, key));
  return Object.fromEntries(rows.map(({ key, version }) => [key, version]));
}

/** Combines the previews of an imported file's parts into one. */
export function mergeImportPreviews(parts: readonly TranslationImportPreview[]): TranslationImportPreview {
  return {
    new: parts.flatMap((part) => part.new),
    changed: parts.flatMap((part) => part.changed),
    broken: parts.flatMap((part) => part.broken),
    same: parts.reduce((sum, part) => sum + part.same, 0),
  };
}
