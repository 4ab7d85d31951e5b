import { KEY_NAME_MAX, KEYS_MAX, TEXT_MAX } from "@/lib/contract/app-config.values";
import type { ImportPreview } from "@/lib/contract/app-config-languages";
import type { Bundle } from "@/lib/queries/languages";
import { chunksOf } from "./language-chunks";

const FILE_MAX = 50_000_000;

/**
 * Reads a file of texts: key → text, also with keys that lie in each other as many tools write them.
 * @throws with a sentence that says what to change in the file
 */
export async function readBundle(file: File): Promise<Bundle> {
  if (file.size > FILE_MAX) throw new Error("This file is larger than 50 MB. Choose a file of texts.");
  let parsed: unknown;
  try {
    parsed = JSON.parse(await file.text());
  } catch {
    throw new Error("This is not a JSON file. Choose a file such as the export makes it.");
  }
  if (!isObject(parsed)) throw new Error("The file must hold keys with their texts, such as the export makes it.");
  const pairs = [...pairsOf(parsed, "")];
  if (pairs.length === 0) throw new Error("The file has no texts.");
  if (pairs.length > KEYS_MAX)
    throw new Error(`The file has more than ${KEYS_MAX.toLocaleString("en")} keys. Split it.`);
  return Object.fromEntries(pairs);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function* pairsOf(value: Record<string, unknown>, path: string): Generator<[string, string]> {
  for (const [name, inner] of Object.entries(value)) {
    const key = path + name;
    if (isObject(inner)) yield* pairsOf(inner, `${key}.`);
    else if (typeof inner !== "string") throw new Error(`“${key.slice(0, 80)}” is not a text. Put it in quotes.`);
    else if (key.length > KEY_NAME_MAX)
      throw new Error(`“${key.slice(0, 80)}…” is longer than a key may be. Shorten or remove it.`);
    else if (inner.length > TEXT_MAX)
      throw new Error(`The text of “${key}” is longer than ${TEXT_MAX.toLocaleString("en")} characters. Shorten it.`);
    else yield [key, inner];
  }
}

const VERSION_LONGEST = 2_147_483_647;

/** A file that is too much for one call, in parts with room for the version of each text. */
export const partsOf = (bundle: Bundle): Bundle[] =>
  chunksOf(
    Object.entries(bundle).map(([key, text]) => [key, text, key, VERSION_LONGEST] as const),
    KEYS_MAX,
  ).map((part) => Object.fromEntries(part.map(([key, text]) => [key, text])));

/** Of the texts of one part: the versions that the preview showed. */
export function versionsOf(part: Bundle, preview: ImportPreview): Record<string, number> {
  const rows = [...preview.new, ...preview.changed].filter(({ key }) => Object.hasOwn(part, key));
  return Object.fromEntries(rows.map(({ key, version }) => [key, version]));
}

/** What the parts do together. */
export function joined(parts: readonly ImportPreview[]): ImportPreview {
  return {
    new: parts.flatMap((part) => part.new),
    changed: parts.flatMap((part) => part.changed),
    broken: parts.flatMap((part) => part.broken),
    same: parts.reduce((sum, part) => sum + part.same, 0),
  };
}
