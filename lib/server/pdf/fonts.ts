import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Font, Glyph, GlyphRun } from "fontkit";
import { loadFontReaders } from "./fallback-fonts";

/**
 * The dashboard's typeface as complete font files (SIL Open Font License). The standard PDF fonts lack ₦ and dotted letters of
 * the state's languages; the web font is split into files that each lack characters.
 */
const FOLDER = "node_modules/@expo-google-fonts/plus-jakarta-sans";
const FILES = {
  regular: "400Regular/PlusJakartaSans_400Regular.ttf",
  bold: "700Bold/PlusJakartaSans_700Bold.ttf",
} as const;
export type Face = keyof typeof FILES;

const MARK = /\p{M}/u;
const DIGITS = "0123456789";
/** Width of a space in font units (1000 per type size). The font's own is for headings: words would touch in small print. */
const SPACE = 245;

/**
 * Replaces full shaping by one glyph per character, with digits of equal width. Columns of money align, and a row costs a tenth.
 * Text with combining marks is still shaped, so that they are placed correctly.
 */
function plain(font: Font): Font {
  const shape = font.layout.bind(font);
  const glyphs = new Map<number, Glyph>();
  for (const digit of DIGITS) glyphs.set(digit.charCodeAt(0), shape(digit, ["tnum"]).glyphs[0] as Glyph);
  const glyphOf = (codePoint: number) => {
    const known = glyphs.get(codePoint) ?? font.glyphForCodePoint(codePoint);
    glyphs.set(codePoint, known);
    return known;
  };
  font.layout = (text) => {
    if (MARK.test(text)) return shape(text);
    const set = Array.from(text, (character) => glyphOf(character.codePointAt(0) as number));
    const positions = Array.from(text, (character, at) => ({
      xAdvance: character === " " ? SPACE : (set[at]?.advanceWidth ?? 0),
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }));
    const width = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    // PDFKit measures in thousandths of the type size.
    return { glyphs: set, positions, advanceWidth: (width * 1000) / font.unitsPerEm } as GlyphRun;
  };
  return font;
}

let loaded: Promise<Record<Face, Font>> | undefined;

/** Returns the fonts, which are read and parsed when the first document is drawn. */
export function fonts(): Promise<Record<Face, Font>> {
  loaded ??= Promise.all([load("regular"), load("bold"), loadFontReaders()]).then(([regular, bold]) => ({
    regular,
    bold,
  }));
  return loaded;
}

async function load(face: Face): Promise<Font> {
  const { create } = await import("fontkit");
  const file = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), FOLDER, FILES[face]));
  return plain(create(file) as Font);
}
