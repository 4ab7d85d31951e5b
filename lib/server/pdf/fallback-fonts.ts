import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Font } from "fontkit";
import { programFile } from "@/lib/server/base/program-file";
import type { FontWeight } from "./fonts";
import { encodeGlyph } from "./glyph-encoder";

/** A parsed font, and the name under which documents register it. */
export type NamedFont = { name: string; font: Font };

/** A typeface for characters missing in the main font. Its files are read on first use and cached. */
type FallbackFont = {
  /** Matches characters that may be in this typeface. */
  scripts: RegExp;
  open: (character: string, face: FontWeight) => NamedFont | undefined;
};

const NODE_MODULES = programFile("node_modules");
const WEIGHTS: Record<FontWeight, number> = { regular: 400, bold: 700 };
const openedFonts = new Map<string, Font>();

function openOnce(name: string, open: () => Font): NamedFont {
  const font = openedFonts.get(name) ?? open();
  openedFonts.set(name, font);
  return { name, font };
}

let createFont: typeof import("fontkit").create;
let decompressWoff2: (woff2: Uint8Array) => Uint8Array | false;

/** Loads the font parser and the WOFF2 decoder; both work synchronously afterwards. */
export async function loadFontReaders(): Promise<void> {
  ({ create: createFont } = await import("fontkit"));
  // The package's own `decompress` is asynchronous only because it waits for this initialisation.
  const { default: decoder } = await import("wawoff2/build/decompress_binding.js");
  if (!decoder.calledRun) await new Promise<void>((done) => Object.assign(decoder, { onRuntimeInitialized: done }));
  decompressWoff2 = decoder.decompress;
}

/** Returns a typeface with one TTF file per weight. @param packageName file name without the weight */
function staticTypeface(folder: string, packageName: string, scripts: RegExp): FallbackFont {
  return {
    scripts,
    open: (_, face) => {
      const weight = face === "bold" ? "700Bold" : "400Regular";
      const file = path.join(NODE_MODULES, "@expo-google-fonts", folder, weight, `${packageName}_${weight}.ttf`);
      return openOnce(`${folder}-${face}`, () => createFont(readFileSync(file)) as Font);
    },
  };
}

/**
 * Returns a typeface of many thousand characters, split into a hundred variable WOFF2 files (5 MB instead of 76 MB).
 * Reads only the file that contains the character.
 */
function splitTypeface(folder: string, scripts: RegExp): FallbackFont {
  const from = path.join(NODE_MODULES, "@fontsource-variable", folder);
  let subsets: { id: string; ranges: [first: number, last: number][] }[] | undefined;
  const readSubsets = () =>
    Object.entries<string>(JSON.parse(readFileSync(path.join(from, "unicode.json"), "utf8"))).map(([key, ranges]) => ({
      id: key.replace(/[[\]]/g, ""),
      ranges: ranges.split(",").map((range): [number, number] => {
        const [first = "", last = first] = range.replace("U+", "").split("-");
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      }),
    }));
  return {
    scripts,
    open: (character, face) => {
      subsets ??= readSubsets();
      const codePoint = character.codePointAt(0) ?? 0;
      const slice = subsets.find(({ ranges }) =>
        ranges.some(([first, last]) => first <= codePoint && codePoint <= last),
      );
      if (!slice) return undefined;
      return openOnce(`${folder}-${slice.id}-${face}`, () => {
        const file = readFileSync(path.join(from, "files", `${folder}-${slice.id}-wght-normal.woff2`));
        const ttf = decompressWoff2(file);
        if (!ttf) throw new Error(`can't decode slice ${slice.id} of ${folder}`);
        const font = (createFont(Buffer.from(ttf)) as Font).getVariation({ wght: WEIGHTS[face] });
        // Adds a distinct name: PDFKit identifies fonts by name and checksum, equal for both weights of a font.
        Object.defineProperty(font, "postscriptName", { value: `${font.postscriptName}-${slice.id}-${face}` });
        return withGlyphEncoder(font);
      });
    },
  };
}

/** Replaces the glyph encoder of fontkit 2.0.4, which throws for variable fonts (see `encodeGlyph`). */
function withGlyphEncoder(font: Font): Font {
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => {
    const subset = createSubset() as ReturnType<typeof createSubset> & { glyphEncoder: object };
    Object.assign(subset.glyphEncoder, { encodeSimple: encodeGlyph });
    return subset;
  };
  return font;
}

/** Fallback typefaces in the order in which they are tried, all under the SIL Open Font License. */
const FALLBACK_FONTS: readonly FallbackFont[] = [
  staticTypeface("noto-sans-arabic", "NotoSansArabic", /\p{scx=Arab}/u),
  staticTypeface("noto-sans-hebrew", "NotoSansHebrew", /\p{sc=Hebr}/u),
  staticTypeface("noto-sans-ethiopic", "NotoSansEthiopic", /\p{sc=Ethi}/u),
  staticTypeface("noto-sans", "NotoSans", /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Deva}\p{sc=Zyyy}\p{sc=Zinh}]/u),
  staticTypeface("noto-emoji", "NotoEmoji", /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u),
  splitTypeface("noto-sans-sc", /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Zyyy}]/u),
  splitTypeface("noto-sans-kr", /\p{sc=Hang}/u),
];

const fontOfCluster = new Map<string, NamedFont | undefined>();
const MAX_CACHED_CLUSTERS = 10_000;

/** Returns the first fallback font with every character of a grapheme cluster; undefined if there is none. */
export function fallbackFontFor(cluster: string, face: FontWeight): NamedFont | undefined {
  const key = `${face} ${cluster}`;
  if (fontOfCluster.has(key)) return fontOfCluster.get(key);
  if (fontOfCluster.size >= MAX_CACHED_CLUSTERS) fontOfCluster.clear();
  const found = findFallback(cluster, face);
  fontOfCluster.set(key, found);
  return found;
}

function findFallback(cluster: string, face: FontWeight): NamedFont | undefined {
  for (const { scripts, open } of FALLBACK_FONTS) {
    if (!scripts.test(cluster)) continue;
    const found = open(cluster, face);
    if (found && Array.from(cluster).every((char) => found.font.hasGlyphForCodePoint(char.codePointAt(0) as number)))
      return found;
  }
  return undefined;
}
