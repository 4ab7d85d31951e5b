import "server-only";
import { readFile } from "node:fs/promises";
import type { Font, Glyph, GlyphRun } from "fontkit";
import { programFile } from "@/lib/server/base/program-file";
import { loadFontReaders } from "./fallback-fonts";

/**
 * The dashboard's typeface as complete font files (SIL Open Font License). The standard PDF fonts lack ₦ and dotted
 * letters of the state's languages; the web font is split into incomplete files.
 */
const FONT_FOLDER = "node_modules/@expo-google-fonts/plus-jakarta-sans";
const FONT_FILES = {
  regular: "400Regular/PlusJakartaSans_400Regular.ttf",
  bold: "700Bold/PlusJakartaSans_700Bold.ttf",
} as const;
/** Weight of the typeface. */
export type FontWeight = keyof typeof FONT_FILES;

const COMBINING_MARK = /\p{M}/u;
const DIGITS = "0123456789";
/** Width of a space in font units (1000 per type size): the font's own is too narrow for small print. */
const SPACE_WIDTH = 245;

/**
 * Replaces full shaping by one glyph per character, with digits of equal width, so that columns of money align and a
 * row takes a tenth of the time. Text with combining marks is still shaped, to position them correctly.
 */
function withFastLayout(font: Font): Font {
  const layout = font.layout.bind(font);
  const glyphs = new Map<number, Glyph>();
  for (const digit of DIGITS) glyphs.set(digit.charCodeAt(0), layout(digit, ["tnum"]).glyphs[0] as Glyph);
  const glyphOf = (codePoint: number) => {
    const glyph = glyphs.get(codePoint) ?? font.glyphForCodePoint(codePoint);
    glyphs.set(codePoint, glyph);
    return glyph;
  };
  font.layout = (text) => {
    if (COMBINING_MARK.test(text)) return layout(text);
    const glyphRun = Array.from(text, (character) => glyphOf(character.codePointAt(0) as number));
    const positions = Array.from(text, (character, index) => ({
      xAdvance: character === " " ? SPACE_WIDTH : (glyphRun[index]?.advanceWidth ?? 0),
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }));
    const width = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    // Converts units: PDFKit measures in thousandths of the type size.
    return { glyphs: glyphRun, positions, advanceWidth: (width * 1000) / font.unitsPerEm } as GlyphRun;
  };
  return font;
}

let fontsPromise: Promise<Record<FontWeight, Font>> | undefined;

/** Returns the fonts, which are read and parsed when the first document is drawn. */
export function loadFonts(): Promise<Record<FontWeight, Font>> {
  fontsPromise ??= Promise.all([loadFont("regular"), loadFont("bold"), loadFontReaders()]).then(([regular, bold]) => ({
    regular,
    bold,
  }));
  return fontsPromise;
}

async function loadFont(face: FontWeight): Promise<Font> {
  const { create } = await import("fontkit");
  const file = await readFile(/* turbopackIgnore: true */ programFile(`${FONT_FOLDER}/${FONT_FILES[face]}`));
  return withFastLayout(create(file) as Font);
}
