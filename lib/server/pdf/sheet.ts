import "server-only";
import { formatDateTime } from "@/lib/format";
import { graphemeClusters, splitForWrapping } from "./clusters";
import { type FontWeight, loadFonts } from "./fonts";
import { sanitizeForPrint, truncateToWidth } from "./sanitize-text";
import { splitIntoRuns, type TextRun } from "./text-runs";

/** Paper size and positions of the margins, in points (72 per inch). */
export const PDF_PAGE = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 108, bottom: 784 };
const INK = { text: "#10201b", muted: "#53635d", line: "#e0e7e4", brand: "#0a6650", pale: "#eef2f0", alarm: "#8a5000" };
/** Name of a text colour. */
export type TextColor = keyof typeof INK;

/** Appearance of one text: font, size, colour, width and alignment. */
export type TextStyle = {
  face?: FontWeight;
  size?: number;
  ink?: TextColor;
  /** Maximum width; longer text is cut off with an ellipsis. Default: up to the page margin. */
  width?: number;
  /** Text that is kept at the end when the line is shortened. */
  tail?: string;
  /** `end`: x is the right edge of the text. `middle`: centred in its width. */
  align?: "start" | "middle" | "end";
};

/** Drawing functions of an open document. */
export type PdfSheet = Awaited<ReturnType<typeof openPdfSheet>>;

const MAX_CACHED_WIDTHS = 2_000;
/** Returns the maximum number of characters in a line: hardly any character is narrower than a sixth of the type size. */
const maxCharacters = (width: number, size: number) => Math.ceil(width / size) * 6;

/** Texts on every page. `pages`: number of pages. `foot`: replaces the footer about the creator in citizens' documents. */
export type Letterhead = { title: string; pages: number } & (
  | { by: string; at: Date; exportId: string }
  | { foot: string }
);

/**
 * Returns functions that draw a document of A4 pages with letterhead and footer. Emits each page when the next one
 * begins, so that the document is never complete in memory.
 */
export async function openPdfSheet(pdf: PDFKit.PDFDocument, { title, pages, ...author }: Letterhead) {
  const faces = await loadFonts();
  for (const [name, font] of Object.entries(faces)) pdf.registerFont(name, font);
  const names = new Set<string>(Object.keys(faces));
  /** Selects a font; registers it in this document at its first use. */
  function applyFont({ name, font }: Pick<TextRun, "name" | "font">) {
    if (!names.has(name)) pdf.registerFont(name, font);
    names.add(name);
    return pdf.font(name);
  }
  const widths = new Map<string, number>();
  /** Returns the width in points. Caches fallback fonts, because shaping an Arabic word takes a millisecond. */
  function widthOfRun(run: TextRun, size: number): number {
    if (run.name in faces) return applyFont(run).fontSize(size).widthOfString(run.text);
    const key = `${run.name} ${run.text}`;
    const width = widths.get(key) ?? applyFont(run).fontSize(1_000).widthOfString(run.text);
    if (widths.size >= MAX_CACHED_WIDTHS) widths.clear();
    widths.set(key, width);
    return (width * size) / 1_000;
  }
  let lastMeasured = { key: "", runs: [] as (TextRun & { width: number })[], width: 0 };
  /** Returns a line's runs (text in one font) with widths in points. Changes the current font. Cached. */
  function measureText(value: string, face: FontWeight, size: number) {
    const key = `${face} ${size} ${value}`;
    if (lastMeasured.key === key) return lastMeasured;
    const runs = splitIntoRuns(value, face, { name: face, font: faces[face] }).map((run) => ({
      ...run,
      width: widthOfRun(run, size),
    }));
    lastMeasured = { key, runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
    return lastMeasured;
  }
  let page = 0;

  /** Draws one line with its top at `y`. @returns x of its end */
  function text(value: string, x: number, y: number, style: TextStyle = {}): number {
    const { face = "regular", size = 9, ink = "text", align = "start", tail = "" } = style;
    const { width = align === "end" ? x - PDF_PAGE.left : PDF_PAGE.right - x } = style;
    const widthOf = (part: string) => measureText(part, face, size).width;
    const clean = sanitizeForPrint(value);
    // Cuts the text first, because shaping a thousand Arabic letters is slow.
    const max = maxCharacters(width, size);
    const shortened = clean.length > max ? graphemeClusters(clean).slice(0, max).join("") : clean;
    const line = truncateToWidth(shortened, width, widthOf, tail && ` ${sanitizeForPrint(tail)}`);
    const { runs, width: lineWidth } = measureText(line, face, size);
    const start = align === "end" ? x - lineWidth : align === "middle" ? x + (width - lineWidth) / 2 : x;
    const baseline = y + (faces[face].ascent / faces[face].unitsPerEm) * size;
    let at = start;
    for (const run of runs) {
      applyFont(run).fontSize(size).fillColor(INK[ink]);
      // Aligns fonts by the baseline, because their ascents differ.
      pdf.text(run.text, at, baseline, { lineBreak: false, baseline: "alphabetic" });
      at += run.width;
    }
    return start + lineWidth;
  }

  /** Draws text wrapped over at most `lines` lines. @returns y below it */
  function paragraph(
    value: string,
    x: number,
    y: number,
    { lines = 6, ...style }: TextStyle & { lines?: number } = {},
  ) {
    const { face = "regular", size = 9, ink = "text", width = PDF_PAGE.right - x } = style;
    const height = size * 1.45;
    const fitsInLine = (part: string) =>
      part.length <= 2 * maxCharacters(width, size) && measureText(part.trimEnd(), face, size).width <= width;
    let rest = splitForWrapping(sanitizeForPrint(value));
    let at = y;
    for (let line = 1; line <= lines && rest.length; line++, at += height) {
      // Breaks a word that is longer than the line.
      if (line < lines && !fitsInLine(rest[0] ?? "")) rest = [...graphemeClusters(rest[0] ?? ""), ...rest.slice(1)];
      let [parts, tooManyParts] = [1, Math.min(rest.length, maxCharacters(width, size)) + 1];
      while (tooManyParts - parts > 1) {
        const middle = (parts + tooManyParts) >> 1;
        if (fitsInLine(rest.slice(0, middle).join(""))) parts = middle;
        else tooManyParts = middle;
      }
      const isLast = line === lines;
      text(rest.slice(0, isLast ? undefined : parts).join(""), x, at, { face, size, ink, width });
      rest = rest.slice(parts);
    }
    return at;
  }

  function line(y: number, ink: TextColor = "line", from = PDF_PAGE.left, to = PDF_PAGE.right) {
    pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(INK[ink]).stroke();
  }

  function box(x: number, y: number, width: number, height: number, ink: TextColor = "pale") {
    pdf.roundedRect(x, y, width, height, 6).fillColor(INK[ink]).fill();
  }

  /** Starts a page with letterhead and footer. */
  function startPage() {
    pdf.addPage({ size: "A4", margin: 0 });
    page += 1;
    drawLogo(pdf);
    text("Cross River Pay", PDF_PAGE.left + 38, 46, { face: "bold", size: 13 });
    const isStaffDocument = "by" in author;
    text(isStaffDocument ? "Back office" : "Events", PDF_PAGE.left + 38, 62, { size: 8, ink: "muted" });
    text(title, PDF_PAGE.right, 46, { face: "bold", size: 13, align: "end", width: 300 });
    line(88, "brand");
    line(802);
    const footerText = isStaffDocument
      ? `Created by ${author.by} on ${formatDateTime(author.at.getTime())}, Lagos time. Download ${author.exportId}`
      : author.foot;
    text(footerText, PDF_PAGE.left, 809, { size: 7, ink: "muted", width: 420 });
    text(`Page ${page} of ${pages}`, PDF_PAGE.right, 809, { size: 7, ink: "muted", align: "end" });
  }

  return { text, paragraph, line, box, turn: startPage };
}

/** Creates an empty document that caches no layouts. PDFKit is imported with the first document. */
export async function newPdf(title: string): Promise<PDFKit.PDFDocument> {
  const { default: PDFDocument } = await import("pdfkit");
  return new PDFDocument({
    autoFirstPage: false,
    fontLayoutCache: false,
    // Uses no standard font, which PDFKit would read from disk and which lacks ₦.
    font: "",
    lang: "en-NG",
    displayTitle: true,
    info: { Title: title, Author: "Cross River Pay", Creator: "Cross River Pay back office" },
  });
}

/** Draws the logo, a river between two banks, as in components/shell/logo.tsx. */
function drawLogo(pdf: PDFKit.PDFDocument) {
  pdf.save().translate(PDF_PAGE.left, 44).scale(0.875);
  pdf.roundedRect(0, 0, 32, 32, 9).fillColor(INK.brand).fill();
  pdf.lineWidth(3).lineCap("round");
  pdf.path("M6 21.5c4-5.6 7-5.6 10-2.4s6 3.2 10-2.4").strokeColor("#8fe6c9").stroke();
  pdf.path("M6 14.5c4-5.6 7-5.6 10-2.4s6 3.2 10-2.4").strokeColor("#ffffff").stroke();
  pdf.restore();
}
