import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Font, Glyph, GlyphRun } from "fontkit";

/**
 * The dashboard's own typeface as whole font files (SIL Open Font License). The fonts that every PDF reader has lack ₦
 * and the dotted letters of the state's languages; the web font is cut into pieces that each lack something.
 */
const FOLDER = "node_modules/@expo-google-fonts/plus-jakarta-sans";
const FILES = {
  regular: "400Regular/PlusJakartaSans_400Regular.ttf",
  bold: "700Bold/PlusJakartaSans_700Bold.ttf",
} as const;
export type Face = keyof typeof FILES;

const MARK = /\p{M}/u;
const DIGITS = "0123456789";
/** Units of the font, 1000 to the type size. Its own space is made for headings; in small print words would touch. */
const SPACE = 245;

/**
 * A font that sets one glyph after the other, digits all of one width: columns of money stand straight, and a row costs a
 * tenth of what full shaping does. Text with combining marks is shaped in full, so that they stand where they belong.
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
    // What the PDF library measures by is a thousandth of the type size.
    return { glyphs: set, positions, advanceWidth: (width * 1000) / font.unitsPerEm } as unknown as GlyphRun;
  };
  return font;
}

let loaded: Promise<Record<Face, Font>> | undefined;

/** Read and parsed once, when the first document is drawn. */
export function fonts(): Promise<Record<Face, Font>> {
  loaded ??= Promise.all([load("regular"), load("bold")]).then(([regular, bold]) => ({ regular, bold }));
  return loaded;
}

async function load(face: Face): Promise<Font> {
  const { create } = await import("fontkit");
  const file = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), FOLDER, FILES[face]));
  return plain(create(file) as Font);
}
