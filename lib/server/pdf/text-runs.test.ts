import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readPdfPageTexts } from "@/lib/server/testing/documents";
import { loadFonts } from "./fonts";
import { isolateDirection, sanitizeForPrint } from "./sanitize-text";
import { newPdf, openPdfSheet, PDF_PAGE } from "./sheet";
import { splitIntoRuns } from "./text-runs";

const runs = async (text: string, face: "regular" | "bold" = "regular") => {
  const faces = await loadFonts();
  return splitIntoRuns(sanitizeForPrint(text), face, { name: face, font: faces[face] });
};
const drawnText = async (text: string) => (await runs(text)).map((run) => run.text).join("");
const fontsOf = async (text: string) => (await runs(text)).map(({ name }) => name);

/** Returns a PDF file with these lines. */
async function drawPdf(lines: readonly string[], face: "regular" | "bold" = "regular"): Promise<Buffer> {
  const pdf = await newPdf("Scripts");
  const chunks: Buffer[] = [];
  const pdfEnded = new Promise((resolveEnd) =>
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", resolveEnd),
  );
  const sheet = await openPdfSheet(pdf, { title: "Scripts", pages: 1, foot: "" });
  sheet.turn();
  for (const [index, line] of lines.entries()) sheet.text(line, PDF_PAGE.left, 120 + index * 20, { face, size: 12 });
  pdf.end();
  await pdfEnded;
  return Buffer.concat(chunks);
}

/** Returns the ids of all glyphs in the file's content; 0 is the box for a missing glyph. */
function glyphsInPdf(file: Buffer): number[] {
  const text = file.toString("latin1");
  const streams = Array.from(text.matchAll(/stream\r?\n/g), ({ index, 0: { length } }) =>
    file.subarray(index + length),
  );
  return streams.flatMap((stream) => {
    try {
      const content = inflateSync(stream).toString("latin1");
      if (!content.includes(" TJ")) return [];
      return Array.from(content.matchAll(/<([\da-f]+)>/g), ([, hex = ""]) => hex.match(/.{4}/g) ?? [])
        .flat()
        .map((id) => Number.parseInt(id, 16));
    } catch {
      return [];
    }
  });
}

const SCRIPTS = [
  ["letters of Efik, Twi and Ewe", "Ɔkɔn Ɛfiɔm Ŋkɔ ɖ ƒ ɣ"],
  ["letters with marks that have no form of their own", "Ọ̀lájídé Adébáyọ̀ ɔ̀ ɛ́ ɔ̃"],
  ["Hausa and Fulani", "Ɓala Ɗanjuma Ƙasim Ƴar'adua"],
  ["Vietnamese", "Nguyễn Thị Hạnh"],
  ["Greek", "Αλέξανδρος"],
  ["Cyrillic", "Алексей Щукин"],
  ["Devanagari", "प्रिया शर्मा"],
  ["Arabic", "محمد علي"],
  ["Persian with a non-joiner", "می‌خواهم"],
  ["Hebrew", "שרה כהן"],
  ["Ethiopic", "አበበ ቢቂላ"],
  ["Chinese", "王小明"],
  ["Chinese, traditional", "陳龘"],
  ["Japanese", "さくら カナ"],
  ["Korean", "김민준"],
  ["emoji", "Ada 😀 🎉"],
  ["a flag and a family", "🇳🇬 👩‍👩‍👧"],
  ["money", "₦1,500.00"],
] as const;

it.each(SCRIPTS)("a PDF draws %s with existing glyphs in both weights", async (_, text) => {
  for (const face of ["regular", "bold"] as const) {
    const glyphs = glyphsInPdf(await drawPdf([text], face));
    expect(glyphs.length).toBeGreaterThan(10);
    expect(glyphs).not.toContain(0);
  }
  expect(await drawnText(text)).not.toContain("?");
});

it("a PDF keeps every letter in text copied from it", async () => {
  const file = await drawPdf(SCRIPTS.map(([, text]) => text));
  const [page = ""] = await readPdfPageTexts(new Blob([new Uint8Array(file)]));
  // Treats letters with the same glyph as equal, such as initial Persian ی and Arabic ي, because readers extract one letter for both.
  const lettersOf = (text: string) =>
    new Set(
      sanitizeForPrint(text)
        .replace(/[\s\u200c]/g, "")
        .normalize("NFKC")
        .replaceAll("ی", "ي"),
    );
  const pageLetters = lettersOf(page);
  for (const [name, text] of SCRIPTS)
    for (const letter of lettersOf(text)) expect(pageLetters, `${letter} of ${name}`).toContain(letter);
});

it("a PDF draws right-to-left words with joined letters, and numbers between them left-to-right", async () => {
  expect(await drawnText("Ada محمد علي 12")).toBe("Ada 12 علي محمد");
  expect(await drawnText("(שלום)")).toBe("(שלום)");
  expect(await drawnText("שלום (א) ב")).toBe("ב (א) שלום");
  const [arabicRun] = await runs("محمد");
  const { glyphs } = arabicRun?.font.layout("محمد") ?? { glyphs: [] };
  const isolatedGlyphs = Array.from(
    "محمد",
    (letter) => arabicRun?.font.glyphForCodePoint(letter.codePointAt(0) as number).id,
  );
  expect(glyphs.map(({ id }) => id)).not.toEqual(isolatedGlyphs.reverse());
  expect(glyphs[0]?.codePoints).toEqual(["د".codePointAt(0)]);
});

it("a PDF draws a number after a right-to-left name, if the name is isolated", async () => {
  expect(await drawnText("محمد, 044")).toBe("044 ,محمد");
  expect(await drawnText(`${isolateDirection("محمد")}, 044`)).toBe("محمد, 044");
});

it("a PDF loads a fallback font only for text that the main font lacks", async () => {
  expect(await fontsOf("Ẹkaẹtẹ Ádá, ₦5 – ok")).toEqual(["regular"]);
  expect(await fontsOf("Ɔkɔn")).toContain("noto-sans-regular");
  expect((await runs("Ɔ", "bold"))[0]?.name).toBe("noto-sans-bold");
});

it.each([
  ["letters in a mathematical style", "𝓐𝓭𝓪 𝕆𝕓𝕚", "Ada Obi"],
  ["a mark that no font has with the letter", "a\u{1d165}b", "ab"],
  ["a script without a font", "ᏣᎳᎩ", "???"],
])("a PDF shows %s as the nearest plain form, or as a question mark", async (_, text, expected) => {
  expect(await drawnText(text)).toBe(expected);
});

it("draws any text in a PDF without a missing glyph", { timeout: 30_000 }, async () => {
  const faces = await loadFonts();
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 12 }), (text) => {
      for (const run of splitIntoRuns(sanitizeForPrint(text), "regular", { name: "regular", font: faces.regular }))
        for (const character of run.text)
          expect(run.font.hasGlyphForCodePoint(character.codePointAt(0) as number), text).toBe(true);
    }),
  );
});

it("a PDF embeds both weights of a font that is split into several files", async () => {
  const pdf = await newPdf("Weights");
  pdf.on("data", () => {});
  const sheet = await openPdfSheet(pdf, { title: "Weights", pages: 1, foot: "" });
  sheet.turn();
  const names = (["regular", "bold"] as const).map((face) => {
    sheet.text("王", PDF_PAGE.left, 120, { face });
    return (pdf as unknown as { _font: { name: string } })._font.name;
  });
  expect(new Set(names).size).toBe(2);
  pdf.end();
});

it("a PDF stays small with text in any script", async () => {
  const plainSize = (await drawPdf(["Ada Obi"])).length;
  const allScriptsSize = (await drawPdf(SCRIPTS.map(([, text]) => text))).length;
  expect(plainSize).toBeLessThan(15_000);
  expect(allScriptsSize).toBeLessThan(90_000);
});
