// Slow: renders PDFs until a time limit ends them.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { deflateSync } from "node:zlib";
import PdfKit from "pdfkit";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { makeJpeg, makePdf } from "@/lib/server/testing/pictures";
import { PDF_LIMITS, renderPdfPages } from "./pdf";

const drawPages = (bytes: Buffer, limits = PDF_LIMITS) =>
  renderPdfPages(bytes, limits).then(
    (pages) => ({ sizes: pages.map(({ width, height }) => [width, height]), pages, problem: "" }),
    (error: { status: number; message: string }) => {
      if (error.status !== 422) throw error;
      return { sizes: [], pages: [], problem: error.message };
    },
  );

let photo: Buffer;
beforeAll(async () => {
  photo = await makeJpeg(1);
});

describe("renders a PDF:", () => {
  it("renders each page of a PDF as a JPEG of 2,000 pixels, with its content and form values", async () => {
    const { pages, sizes } = await drawPages(
      await makeDocument((page) => page.rect(0, 0, 300, 842).fill("#c00000"), 2),
    );
    expect(sizes).toEqual([
      [1414, 2000],
      [1414, 2000],
    ]);
    const at = async (left: number) => {
      const area = sharp(pages[1]?.bytes).extract({ left, top: 1000, width: 1, height: 1 });
      return [...(await area.raw().toBuffer())].map((channel) => Math.round(channel / 64));
    };
    expect([await at(100), await at(1300)]).toEqual([
      [3, 0, 0],
      [4, 4, 4],
    ]);
  });

  it("renders a PDF with a photo on a landscape page", async () => {
    const { sizes, pages } = await drawPages(
      await makeDocument((page) => page.image(photo, 0, 0, { width: 500 }), 1, [842, 400]),
    );
    expect(sizes).toEqual([[2000, 950]]);
    expect((await sharp(pages[0]?.bytes).stats()).isOpaque).toBe(true);
    expect((await sharp(pages[0]?.bytes).stats()).channels[0]?.stdev).toBeGreaterThan(20);
  });

  it.each<[string, () => Buffer]>([
    ["a script", () => makePdf({ objects: "4 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj" })],
    ["an action that starts a program", () => makePdf({ objects: "4 0 obj\n<< /S /Launch /F (calc.exe) >>\nendobj" })],
    ["an attached file", () => makePdf({ objects: "4 0 obj\n<< /Type /EmbeddedFile >>\nendobj" })],
  ])("renders only the page of a PDF that contains %s", async (_what, make) => {
    expect((await drawPages(make())).sizes).toEqual([[2000, 2000]]);
  });
});

const TOO_HEAVY_MESSAGE = /too much time or memory/;
/** Expected messages for files that PDFium may either render or refuse. */
const ANY_OUTCOME = /^$|too much|damaged|too narrow|more than 20/;

/** Files that must end within their limits, without blocking the event loop. */
describe("survives a malicious PDF:", () => {
  const pageTree = (entries: string, count: number) => `2 0 obj\n<< /Type /Pages ${entries} /Count ${count} >>\nendobj`;
  /** Returns a short time limit for files that only a limit stops, and a longer one for other files. */
  const limitsOf = (words: RegExp) => {
    const isCut = words === ANY_OUTCOME || words === TOO_HEAVY_MESSAGE;
    return { ...PDF_LIMITS, milliseconds: isCut && !process.env.STRESS ? 2_000 : 6_000 };
  };

  it.each<[string, RegExp, () => Buffer | Promise<Buffer>]>([
    ["400 kB of one keyword", ANY_OUTCOME, () => makePdf({ objects: "stream\n".repeat(57_000) })],
    ["10 MB of one keyword", ANY_OUTCOME, () => makePdf({ objects: "stream\n".repeat(1_400_000) })],
    [
      "10 MB of compressed objects without an end",
      ANY_OUTCOME,
      () => makePdf({ objects: endlessStream().repeat(160_000) }),
    ],
    ["objects that decompress to 60 MB", ANY_OUTCOME, () => makePdf({ objects: packedPdf(" ".repeat(60_000_000)) })],
    [
      "a page whose content decompresses to 60 MB",
      ANY_OUTCOME,
      () => streamOnPage(deflateSync(Buffer.alloc(60_000_000, "0 0 m\n"))),
    ],
    ["a page of 1e9 × 1e9 points", ANY_OUTCOME, () => makePdf({ box: "0 0 1e9 1e9" })],
    ["a page of 0 × 0 points", ANY_OUTCOME, () => makePdf({ box: "0 0 0 0" })],
    ["a page of 1 × 90,000 points", /too narrow/, () => makePdf({ box: "0 0 1 90000" })],
    [
      "10,000 pages",
      /more than 20 pages/,
      () => makePdf({ pages: pageTree(`/Kids [${"3 0 R ".repeat(10_000)}]`, 10_000) }),
    ],
    ["a page count of 10,000 with one page", ANY_OUTCOME, () => makePdf({ pages: pageTree("/Kids [3 0 R]", 10_000) })],
    ["no pages", /damaged/, () => makePdf({ pages: pageTree("/Kids []", 0) })],
    ["a page tree that contains itself", /damaged/, () => makePdf({ pages: pageTree("/Kids [2 0 R 2 0 R]", 2) })],
    ["a tree of 50,000 levels", ANY_OUTCOME, () => makePdf({ pages: deepTree(50_000) })],
    ["3 million nested arrays", ANY_OUTCOME, () => makePdf({ objects: `9 0 obj\n${"[".repeat(3_000_000)}\nendobj` })],
    ["a password", /password/, () => makeDocument((page) => page.text("secret"), 1, "A4", { userPassword: "closed" })],
    ["a truncation after 150 bytes", /not complete/, () => makePdf().subarray(0, 150)],
    ["a header and an end mark without content", /damaged/, () => Buffer.from("%PDF-1.4\nstartxref\n9\n%%EOF\n")],
    ["forty pictures of 30,000 by 30,000 pixels", TOO_HEAVY_MESSAGE, () => hugePictures()],
  ])("survives a malicious PDF: %s", { timeout: 60_000 }, async (_what, words, make) => {
    const bytes = await make();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const started = performance.now();
    delay.enable();
    const { problem } = await drawPages(bytes, limitsOf(words));
    delay.disable();
    expect(problem).toMatch(words);
    // The event loop may be blocked for 1 s on busy machines, far less than the whole work takes.
    expect(delay.max / 1e6).toBeLessThan(Math.max(1_000, (performance.now() - started) / 3));
  });

  it("stops a malicious PDF that never finishes, and renders the next document", { timeout: 60_000 }, async () => {
    const shortLimit = { ...PDF_LIMITS, milliseconds: 1_500 };
    expect((await drawPages(hugePictures(), shortLimit)).problem).toMatch(TOO_HEAVY_MESSAGE);
    expect((await drawPages(makePdf())).sizes).toHaveLength(1);
  });

  it("refuses a malicious PDF that needs more memory than allowed", async () => {
    const { problem } = await drawPages(makePdf(), { ...PDF_LIMITS, side: 4_000, maxMemory: 40 * 1_048_576 });
    expect(problem).toMatch(TOO_HEAVY_MESSAGE);
  });
});

function packedPdf(objects: string) {
  const body = deflateSync(Buffer.from(`5 0 ${objects}`)).toString("latin1");
  return `4 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${body.length} >>\nstream\n${body}\nendstream\nendobj`;
}
const endlessStream = () => "4 0 obj\n<< /Type /ObjStm /N 1 /First 4 >>\nstream\n";

/** Returns a PDF with `body` as the content of its page. */
const streamOnPage = (body: Buffer, dictionary = "/Filter /FlateDecode") =>
  makePdf({
    page: "/Contents 4 0 R",
    objects: `4 0 obj\n<< ${dictionary} /Length ${body.length} >>\nstream\n${body.toString("latin1")}\nendstream\nendobj`,
  });

function deepTree(levels: number) {
  const node = (at: number) =>
    `${at} 0 obj\n<< /Type /Pages /Kids [${at === levels + 10 ? 3 : at + 1} 0 R] /Count 1 >>\nendobj`;
  const first = "2 0 obj\n<< /Type /Pages /Kids [10 0 R] /Count 1 >>\nendobj";
  return [first, ...Array.from({ length: levels + 1 }, (_, at) => node(at + 10))].join("\n");
}

/** Forty images that each claim 2.7 GB, in a file of 120 kB. Decoding would take about two minutes. */
function hugePictures() {
  const body = deflateSync(Buffer.alloc(3_000_000)).toString("latin1");
  const image = `<< /Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode /Length ${body.length} >>\nstream\n${body}\nendstream`;
  const objectNumbers = Array.from({ length: 40 }, (_, n) => n + 5);
  const drawCommands = objectNumbers.map((n) => `q 200 0 0 200 0 0 cm /I${n} Do Q`).join("\n");
  const images = objectNumbers.map((n) => `${n} 0 obj\n${image}\nendobj`).join("\n");
  return makePdf({
    page: `/Contents 4 0 R /Resources << /XObject << ${objectNumbers.map((n) => `/I${n} ${n} 0 R`).join(" ")} >> >>`,
    objects: `4 0 obj\n<< /Length ${drawCommands.length} >>\nstream\n${drawCommands}\nendstream\nendobj\n${images}`,
  });
}

async function makeDocument(
  fill: (page: PDFKit.PDFDocument) => unknown,
  pages = 1,
  size: PDFKit.PDFDocumentOptions["size"] = "A4",
  more: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PdfKit({ size, autoFirstPage: false, ...more });
  for (let page = 0; page < pages; page++) fill(document.addPage());
  document.end();
  const chunks: Buffer[] = [];
  for await (const piece of document) chunks.push(piece as Buffer);
  return Buffer.concat(chunks);
}
