import "server-only";
import bidiFactory from "bidi-js";
import { clustersOf, segmentsOf } from "./clusters";
import { fallbackFor, type NamedFont } from "./fallback-fonts";
import type { Face } from "./fonts";

/** Characters drawn with one font in one direction. */
export type Run = NamedFont & { text: string };
type Cluster = Run & { level: number };

const bidi = bidiFactory();

const isolates = /[\u2066-\u2069]/g;
const MARK = /\p{M}/gu;
/** Replaces characters that no font has, so that readers see that something is missing. */
const UNKNOWN = "?";

/**
 * Splits a line into runs by font, in visual order from left to right. The line is left-to-right; Arabic and Hebrew within it are
 * right-to-left.
 * @param text without control characters, as returned by `sanitizeForPrint`
 * @param main the preferred font
 */
export function runsOf(text: string, face: Face, main: NamedFont): Run[] {
  const isInMain = (part: string) =>
    Array.from(part).every((one) => main.font.hasGlyphForCodePoint(one.codePointAt(0) as number));
  if (isInMain(text)) return [{ ...main, text }];
  const { levels } = bidi.getEmbeddingLevels(text, "ltr");
  const clusters: Cluster[] = [];
  for (const { segment, index } of segmentsOf(text)) {
    const level = levels[index] ?? 0;
    const drawn = level % 2 ? (bidi.getMirroredCharacter(segment) ?? segment) : segment;
    for (const run of drawable(drawn.replace(isolates, ""), face, main, isInMain)) clusters.push({ ...run, level });
  }
  return merged(inVisualOrder(clusters), main);
}

/** Returns a cluster with a font that has it. Without one, tries it without marks or in its plain form. */
function drawable(cluster: string, face: Face, main: NamedFont, isInMain: (part: string) => boolean): Run[] {
  if (!cluster) return [];
  if (isInMain(cluster)) return [{ ...main, text: cluster }];
  const found = fallbackFor(cluster, face);
  if (found) return [{ ...found, text: cluster }];
  const plain = cluster
    .normalize("NFKD")
    .replace(MARK, "")
    .replace(/\p{Emoji_Modifier}/gu, "");
  if (!plain || plain === cluster) return [{ ...main, text: UNKNOWN }];
  return clustersOf(plain).flatMap((part) => drawable(part, face, main, isInMain));
}

/** Rule L2 of the Unicode bidirectional algorithm: reverses runs of at least each level, from the highest down. */
function inVisualOrder(clusters: Cluster[]): Cluster[] {
  const ordered = [...clusters];
  for (let level = Math.max(0, ...clusters.map((one) => one.level)); level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  return ordered;
}

/**
 * Joins neighbours with the same font and level. Fallback fonts reverse right-to-left text themselves after joining its letters,
 * so they get it in stored order; the main font draws characters in the given order.
 */
function merged(clusters: readonly Cluster[], main: NamedFont): Run[] {
  const runs: Cluster[] = [];
  for (const cluster of clusters) {
    const last = runs.at(-1);
    if (last?.name !== cluster.name || last.level !== cluster.level) runs.push({ ...cluster });
    else if (cluster.level % 2 && cluster.name !== main.name) last.text = cluster.text + last.text;
    else last.text += cluster.text;
  }
  return runs.map(({ name, font, text }) => ({ name, font, text }));
}
