import sharp, { type Sharp } from "sharp";

/** Describes a picture that differs for each seed: overlapping coloured ellipses, as varied as a photo. */
function pictureSvg(seed: number, { width = 600, height = 720 } = {}): Buffer {
  let state = seed * 2_654_435_761 + 1;
  const randomBelow = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  const shapes = Array.from({ length: 24 }, () => {
    const greyLevel = randomBelow(256);
    const colour = `rgb(${greyLevel},${randomBelow(256)},${255 - greyLevel})`;
    return `<ellipse cx="${randomBelow(width)}" cy="${randomBelow(height)}" rx="${20 + randomBelow(width / 3)}" ry="${20 + randomBelow(height / 3)}" fill="${colour}" opacity="0.8"/>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#888"/>${shapes.join("")}</svg>`,
  );
}

/** Draws a picture that differs for each seed. */
export async function makePicture(seed: number, size: { width?: number; height?: number } = {}): Promise<Sharp> {
  // Does not compress this PNG, because it is only an intermediate step.
  return sharp(await sharp(pictureSvg(seed, size)).png({ compressionLevel: 0 }).toBuffer());
}

/** Draws a screenshot of a long chat, 1,080 by 12,000 pixels. Draws bars instead of lines of text, because bars need no font. */
export function makeChatScreenshot(): Promise<Buffer> {
  const line = (index: number) =>
    `<rect x="40" y="${40 + index * 120}" width="${300 + ((index * 97) % 700)}" height="36"/>`;
  const lines = Array.from({ length: 100 }, (_, index) => line(index)).join("");
  const background = `<rect width="100%" height="100%" fill="#fff"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="12000">${background}${lines}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

type Area = { left: number; top: number; width: number; height: number };

/** Cuts areas, in pixels, from a PNG, each as a PNG of its own. */
export const cutPng = (bytes: Buffer, areas: readonly Area[]) =>
  Promise.all(areas.map((area) => sharp(bytes).extract(area).png().toBuffer()));

/**
 * Reduces a screenshot's colours without a visible difference, to about half the size. Returns the original if that
 * saves less than 10%.
 */
export async function reducePngColours(picture: Buffer): Promise<Buffer> {
  const smaller = await sharp(picture).png({ palette: true, quality: 95, effort: 10, dither: 0 }).toBuffer();
  return smaller.length < picture.length * 0.9 ? smaller : picture;
}

/** Draws the picture of `makePicture`, as a JPEG. */
export const makeJpeg = (seed: number) => sharp(pictureSvg(seed)).jpeg({ quality: 85 }).toBuffer();

/** Returns a JPEG of about 4.9 MB with a camera's name and a location, as phones send. */
export function makeLargePhoto(): Promise<Buffer> {
  const gpsData = { IFD0: { Make: "SpyCam" }, IFD3: { GPSLatitude: "4/1 57/1 0/1", GPSLatitudeRef: "N" } };
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 2_400, height: 2_400, channels: 3, background: "#888", noise } })
    .withExif(gpsData)
    .jpeg({ quality: 95 })
    .toBuffer();
}

const ONE_PAGE = "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj";

/** Builds a PDF of one page, and adds further PDF objects if any are passed. */
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

/** Draws A4 pages with a few words on each. */
export async function makePrintedPdf(pages: number, pdfOptions: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const { default: PdfKit } = await import("pdfkit");
  const document = new PdfKit({ size: "A4", autoFirstPage: false, ...pdfOptions });
  for (let page = 1; page <= pages; page++) document.addPage().fontSize(24).text(`Statement of account, page ${page}`);
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type BillOptions = {
  before?: string;
  version?: string;
  beforeEnd?: string;
  end?: string;
  after?: string;
  lineEnd?: string;
};

/**
 * Builds a complete PDF with a cross-reference table and the text "Utility bill", in the variants that PDF writers
 * produce.
 */
export function makeBillPdf({
  before = "",
  version = "%PDF-1.4",
  beforeEnd = "",
  end = "%%EOF\n",
  after = "",
  lineEnd = "\n",
}: BillOptions = {}): Buffer {
  const text = "BT /F1 24 Tf 40 100 Td (Utility bill) Tj ET";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  const offsets: number[] = [];
  let body = `${version}\n`;
  for (const [index, object] of objects.entries()) {
    offsets.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n${beforeEnd}`;
  const pdfText = `${body}xref\n0 6\n0000000000 65535 f \n${table}${trailer}${end}`;
  return Buffer.from(before + pdfText.replaceAll("\n", lineEnd) + after, "latin1");
}
