import "server-only";
import { formatDateTime } from "@/lib/format";
import { type Face, fonts } from "./fonts";
import { fitting, printable } from "./printable";

/** Points, 72 to the inch. */
export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 108, bottom: 784 };
const INK = { text: "#10201b", muted: "#53635d", line: "#e0e7e4", brand: "#0a6650", pale: "#eef2f0", alarm: "#8a5000" };
export type Ink = keyof typeof INK;

export type Style = {
  face?: Face;
  size?: number;
  ink?: Ink;
  /** What does not fit is left out, with an ellipsis. To the edge of the page unless told. */
  width?: number;
  /** Stays at the end when something is left out. */
  tail?: string;
  /** `end`: x is where the text ends. `middle`: it stands in the middle of its width. */
  align?: "start" | "middle" | "end";
};

export type Sheet = Awaited<ReturnType<typeof openSheet>>;

/** What stands on every page. `pages` is how many there will be; `foot` what citizens read instead of who made it. */
export type Letterhead = { title: string; pages: number } & (
  | { by: string; at: Date; exportId: string }
  | { foot: string }
);

/**
 * A document of A4 pages with the letterhead and a foot. Each page is handed on as soon as the next one begins, so the
 * document is never whole in memory.
 */
export async function openSheet(pdf: PDFKit.PDFDocument, { title, pages, ...made }: Letterhead) {
  const faces = await fonts();
  // The library takes parsed fonts as well as files; its types know only files.
  for (const [name, font] of Object.entries(faces)) pdf.registerFont(name, font as unknown as Buffer);
  const clean = (text: string, face: Face) =>
    printable(text, (codePoint) => faces[face].hasGlyphForCodePoint(codePoint));
  let page = 0;

  /** One line; its top at `y`. @returns where it ends */
  function text(value: string, x: number, y: number, style: Style = {}): number {
    const { face = "regular", size = 9, ink = "text", align = "start", tail = "" } = style;
    const { width = align === "end" ? x - PAGE.left : PAGE.right - x } = style;
    pdf.font(face).fontSize(size).fillColor(INK[ink]);
    const end = tail && ` ${clean(tail, face)}`;
    const line = fitting(clean(value, face), width, (part) => pdf.widthOfString(part), end);
    const taken = pdf.widthOfString(line);
    const start = align === "end" ? x - taken : align === "middle" ? x + (width - taken) / 2 : x;
    pdf.text(line, start, y, { lineBreak: false });
    return start + taken;
  }

  /** Running text over several lines, at most `lines`. @returns y below it */
  function paragraph(value: string, x: number, y: number, { lines = 6, ...style }: Style & { lines?: number } = {}) {
    const { face = "regular", size = 9, ink = "text", width = PAGE.right - x } = style;
    const height = size * 1.45;
    pdf.font(face).fontSize(size).fillColor(INK[ink]);
    let rest = clean(value, face).split(" ");
    let at = y;
    for (let line = 1; line <= lines && rest.length; line++, at += height) {
      let words = 1;
      while (words < rest.length && pdf.widthOfString(rest.slice(0, words + 1).join(" ")) <= width) words += 1;
      const isLast = line === lines;
      text(rest.slice(0, isLast ? undefined : words).join(" "), x, at, { face, size, ink, width });
      rest = rest.slice(words);
    }
    return at;
  }

  function line(y: number, ink: Ink = "line", from = PAGE.left, to = PAGE.right) {
    pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(INK[ink]).stroke();
  }

  function box(x: number, y: number, width: number, height: number, ink: Ink = "pale") {
    pdf.roundedRect(x, y, width, height, 6).fillColor(INK[ink]).fill();
  }

  /** Begins a page: letterhead above, foot below. */
  function turn() {
    pdf.addPage({ size: "A4", margin: 0 });
    page += 1;
    logo(pdf);
    text("Cross River Pay", PAGE.left + 38, 46, { face: "bold", size: 13 });
    const isInside = "by" in made;
    text(isInside ? "Back office" : "Events", PAGE.left + 38, 62, { size: 8, ink: "muted" });
    text(title, PAGE.right, 46, { face: "bold", size: 13, align: "end", width: 300 });
    line(88, "brand");
    line(802);
    const foot = isInside
      ? `Made by ${made.by} on ${formatDateTime(made.at.getTime())}, Lagos time. Download ${made.exportId}`
      : made.foot;
    text(foot, PAGE.left, 809, { size: 7, ink: "muted", width: 420 });
    text(`Page ${page} of ${pages}`, PAGE.right, 809, { size: 7, ink: "muted", align: "end" });
  }

  return { text, paragraph, line, box, turn };
}

/** An empty document; nothing is kept that has been handed on. The library is loaded with the first one. */
export async function newPdf(title: string): Promise<PDFKit.PDFDocument> {
  const { default: PDFDocument } = await import("pdfkit");
  return new PDFDocument({
    autoFirstPage: false,
    fontLayoutCache: false,
    // No standard font: it would be looked for on the disk, and has no ₦.
    font: "" as never,
    lang: "en-NG",
    displayTitle: true,
    info: { Title: title, Author: "Cross River Pay", Creator: "Cross River Pay back office" },
  });
}

/** The river between two banks, as components/shell/logo.tsx draws it. */
function logo(pdf: PDFKit.PDFDocument) {
  pdf.save().translate(PAGE.left, 44).scale(0.875);
  pdf.roundedRect(0, 0, 32, 32, 9).fillColor(INK.brand).fill();
  pdf.lineWidth(3).lineCap("round");
  pdf.path("M6 21.5c4-5.6 7-5.6 10-2.4s6 3.2 10-2.4").strokeColor("#8fe6c9").stroke();
  pdf.path("M6 14.5c4-5.6 7-5.6 10-2.4s6 3.2 10-2.4").strokeColor("#ffffff").stroke();
  pdf.restore();
}
