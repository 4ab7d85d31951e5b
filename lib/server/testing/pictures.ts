import sharp, { type Sharp } from "sharp";

/** A picture that no other seed gives: large soft shapes and a few hard ones, as a photo has them. */
export async function makePicture(seed: number, { width = 600, height = 720 } = {}): Promise<Sharp> {
  let state = seed * 2_654_435_761 + 1;
  const next = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
  const shapes = Array.from({ length: 24 }, () => {
    const grey = next(256);
    const colour = `rgb(${grey},${next(256)},${255 - grey})`;
    return `<ellipse cx="${next(width)}" cy="${next(height)}" rx="${20 + next(width / 3)}" ry="${20 + next(height / 3)}" fill="${colour}" opacity="0.8"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#888"/>${shapes.join("")}</svg>`;
  // Hardly packed: what it is read from is thrown away at once.
  return sharp(await sharp(Buffer.from(svg)).png({ compressionLevel: 0 }).toBuffer());
}

type Area = { left: number; top: number; width: number; height: number };

/** Cuts areas, in pixels, out of a PNG, each as a PNG of its own. */
export const cutPng = (bytes: Buffer, areas: readonly Area[]) =>
  Promise.all(areas.map((area) => sharp(bytes).extract(area).png().toBuffer()));

/** The same picture of a screen in as few colours as the eye needs, in half the room; one that is so already as it is. */
export async function smallerPng(picture: Buffer): Promise<Buffer> {
  const smaller = await sharp(picture).png({ palette: true, quality: 95, effort: 10, dither: 0 }).toBuffer();
  return smaller.length < picture.length * 0.9 ? smaller : picture;
}

export const makeJpeg = async (seed: number) => (await makePicture(seed)).jpeg({ quality: 85 }).toBuffer();

const ONE_PAGE = "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj";

/** A page of paper, and what else is asked for. */
export function makePdf({
  objects = "",
  trailer = "",
  after = "",
  pages = ONE_PAGE,
  box = "0 0 200 200",
  page = "",
} = {}): Buffer {
  const body = [
    "%PDF-1.4",
    "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj",
    pages,
    `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${page} >>\nendobj`,
    objects,
    `trailer\n<< /Root 1 0 R ${trailer} >>`,
    "startxref\n9\n%%EOF\n",
  ];
  return Buffer.from(body.filter(Boolean).join("\n") + after, "latin1");
}

/** Pages of A4 with a few words on each. */
export async function makePaper(pages: number, more: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const { default: PdfKit } = await import("pdfkit");
  const document = new PdfKit({ size: "A4", autoFirstPage: false, ...more });
  for (let page = 1; page <= pages; page++) document.addPage().fontSize(24).text(`Statement of account, page ${page}`);
  document.end();
  const pieces: Buffer[] = [];
  for await (const piece of document) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
