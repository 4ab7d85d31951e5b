import "server-only";
import bidiFactory from "bidi-js";
import { graphemeClusters, graphemeSegments } from "./clusters";
import { fallbackFontFor, type NamedFont } from "./fallback-fonts";
import type { FontWeight } from "./fonts";

/** Characters drawn with one font in one direction. */
export type TextRun = NamedFont & { text: string };
type Cluster = TextRun & { level: number };

const bidi = bidiFactory();

const BIDI_MARK = /[\u2066-\u2069]/g;
const COMBINING_MARKS = /\p{M}/gu;
/** Replaces characters that no font has, so that readers see that something is missing. */
const UNKNOWN_CHARACTER = "?";

/**
 * Splits a line into runs by font, in visual order from left to right. The line is left-to-right; Arabic and Hebrew within it are
 * right-to-left.
 * @param text without control characters, as returned by `sanitizeForPrint`
 * @param main the preferred font
 */
export function splitIntoRuns(text: string, face: FontWeight, main: NamedFont): TextRun[] {
  const isInMain = (part: string) =>
    Array.from(part).every((character) => main.font.hasGlyphForCodePoint(character.codePointAt(0) as number));
  if (isInMain(text)) return [{ ...main, text }];
  const { levels } = bidi.getEmbeddingLevels(text, "ltr");
  const clusters: Cluster[] = [];
  for (const { segment, index } of graphemeSegments(text)) {
    const level = levels[index] ?? 0;
    const drawn = level % 2 ? (bidi.getMirroredCharacter(segment) ?? segment) : segment;
    for (const run of drawableRun(drawn.replace(BIDI_MARK, ""), face, main, isInMain)) clusters.push({ ...run, level });
  }
  return mergeRuns(toVisualOrder(clusters), main);
}

/** Returns a cluster with a font that contains it. If none does, tries it without marks or in its plain form. */
function drawableRun(
  cluster: string,
  face: FontWeight,
  main: NamedFont,
  isInMain: (part: string) => boolean,
): TextRun[] {
  if (!cluster) return [];
  if (isInMain(cluster)) return [{ ...main, text: cluster }];
  const fallback = fallbackFontFor(cluster, face);
  if (fallback) return [{ ...fallback, text: cluster }];
  const withoutMarks = cluster
    .normalize("NFKD")
    .replace(COMBINING_MARKS, "")
    .replace(/\p{Emoji_Modifier}/gu, "");
  if (!withoutMarks || withoutMarks === cluster) return [{ ...main, text: UNKNOWN_CHARACTER }];
  return graphemeClusters(withoutMarks).flatMap((part) => drawableRun(part, face, main, isInMain));
}

/** Rule L2 of the Unicode bidirectional algorithm: reverses runs from the highest level down. */
function toVisualOrder(clusters: Cluster[]): Cluster[] {
  const ordered = [...clusters];
  for (let level = Math.max(0, ...clusters.map((character) => character.level)); level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  return ordered;
}

/**
 * Joins adjacent runs with the same font and level. Fallback fonts get right-to-left text in stored order, because they
 * reverse it after joining letters; the main font draws characters in the given order.
 */
function mergeRuns(clusters: readonly Cluster[], main: NamedFont): TextRun[] {
  const runs: Cluster[] = [];
  for (const cluster of clusters) {
    const lastRun = runs.at(-1);
    if (lastRun?.name !== cluster.name || lastRun.level !== cluster.level) runs.push({ ...cluster });
    else if (cluster.level % 2 && cluster.name !== main.name) lastRun.text = cluster.text + lastRun.text;
    else lastRun.text += cluster.text;
  }
  return runs.map(({ name, font, text }) => ({ name, font, text }));
}
