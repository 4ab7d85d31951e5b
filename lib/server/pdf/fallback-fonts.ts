import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Font } from "fontkit";
import type { Face } from "./fonts";
import { encodeGlyph } from "./glyph-encoder";

/** A parsed font, and the name under which documents register it. */
export type NamedFont = { name: string; font: Font };

/** A typeface for characters missing in the main font. Its files are read at the first use and cached. */
type Fallback = {
  /** Matches characters that may be in this typeface. */
  scripts: RegExp;
  open: (character: string, face: Face) => NamedFont | undefined;
};

const NODE_MODULES = path.join(/* turbopackIgnore: true */ process.cwd(), "node_modules");
const WEIGHTS: Record<Face, number> = { regular: 400, bold: 700 };
const opened = new Map<string, Font>();

function keep(name: string, open: () => Font): NamedFont {
  const font = opened.get(name) ?? open();
  opened.set(name, font);
  return { name, font };
}

let create: typeof import("fontkit").create;
let decompress: (woff2: Uint8Array) => Uint8Array | false;

/** Loads the font parser and the WOFF2 decoder; both work synchronously afterwards. */
export async function loadFontReaders(): Promise<void> {
  ({ create } = await import("fontkit"));
  // The package's own `decompress` is asynchronous only because it waits for this initialisation.
  const { default: decoder } = await import("wawoff2/build/decompress_binding.js");
  if (!decoder.calledRun) await new Promise<void>((done) => Object.assign(decoder, { onRuntimeInitialized: done }));
  decompress = decoder.decompress;
}

/** Returns a typeface with one TTF file per weight. @param base file name without the weight */
function whole(folder: string, base: string, scripts: RegExp): Fallback {
  return {
    scripts,
    open: (_, face) => {
      const weight = face === "bold" ? "700Bold" : "400Regular";
      const file = path.join(NODE_MODULES, "@expo-google-fonts", folder, weight, `${base}_${weight}.ttf`);
      return keep(`${folder}-${face}`, () => create(readFileSync(file)) as Font);
    },
  };
}

/**
 * Returns a typeface of many thousand characters, split into a hundred variable WOFF2 files (5 MB instead of 76 MB). Reads only
 * the file with the character.
 */
function sliced(folder: string, scripts: RegExp): Fallback {
  const from = path.join(NODE_MODULES, "@fontsource-variable", folder);
  let slices: { id: string; ranges: [first: number, last: number][] }[] | undefined;
  const read = () =>
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
      slices ??= read();
      const codePoint = character.codePointAt(0) ?? 0;
      const slice = slices.find(({ ranges }) =>
        ranges.some(([first, last]) => first <= codePoint && codePoint <= last),
      );
      if (!slice) return undefined;
      return keep(`${folder}-${slice.id}-${face}`, () => {
        const file = readFileSync(path.join(from, "files", `${folder}-${slice.id}-wght-normal.woff2`));
        const ttf = decompress(file);
        if (!ttf) throw new Error(`can't decode slice ${slice.id} of ${folder}`);
        const font = (create(Buffer.from(ttf)) as Font).getVariation({ wght: WEIGHTS[face] });
        // PDFKit treats fonts with equal name and checksum as one; both weights of a variable font have the same.
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

/** In the order of trying. All are under the SIL Open Font License. */
const FALLBACKS: readonly Fallback[] = [
  whole("noto-sans-arabic", "NotoSansArabic", /\p{scx=Arab}/u),
  whole("noto-sans-hebrew", "NotoSansHebrew", /\p{sc=Hebr}/u),
  whole("noto-sans-ethiopic", "NotoSansEthiopic", /\p{sc=Ethi}/u),
  whole("noto-sans", "NotoSans", /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Deva}\p{sc=Zyyy}\p{sc=Zinh}]/u),
  whole("noto-emoji", "NotoEmoji", /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u),
  sliced("noto-sans-sc", /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Zyyy}]/u),
  sliced("noto-sans-kr", /\p{sc=Hang}/u),
];

const known = new Map<string, NamedFont | undefined>();
const MAX_KNOWN = 10_000;

/** Returns the first fallback font with every character of a grapheme cluster; undefined if there is none. */
export function fallbackFor(cluster: string, face: Face): NamedFont | undefined {
  const key = `${face} ${cluster}`;
  if (known.has(key)) return known.get(key);
  if (known.size >= MAX_KNOWN) known.clear();
  const found = find(cluster, face);
  known.set(key, found);
  return found;
}

function find(cluster: string, face: Face): NamedFont | undefined {
  for (const { scripts, open } of FALLBACKS) {
    if (!scripts.test(cluster)) continue;
    const found = open(cluster, face);
    if (found && Array.from(cluster).every((one) => found.font.hasGlyphForCodePoint(one.codePointAt(0) as number)))
      return found;
  }
  return undefined;
}
