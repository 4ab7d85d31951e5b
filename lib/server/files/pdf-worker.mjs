// Worker thread that draws the pages of one PDF and ends, so that documents share no memory. PDFium runs as WebAssembly, which
// confines a hostile file to this memory. The caller sets the limits (pdf.ts).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { PDFiumModule } from "@hyzyla/pdfium";

/**
 * @typedef {{
 *   bytes: Uint8Array, maxPages: number, side: number, longPageWidth: number, maxPixels: number, maxLength: number,
 *   minSide: number, maxMemory: number,
 * }} Task
 */
/** @type {Task} */
const { bytes, maxPages, side, longPageWidth, maxPixels, maxLength, minSide, maxMemory } = workerData;

/** Values of PDFium's enums, which @hyzyla/pdfium does not export. */
const PDFIUM_BAD_PASSWORD = 4;
const UNKNOWN_SECURITY = 5;
const RGBA = 4;
const FPDF_ANNOT = 0x01;
const FPDF_REVERSE_BYTE_ORDER = 0x10;

const pdfium = await loadPdfium();
const openedDocument = openDocument();
if (typeof openedDocument === "string") parentPort?.postMessage({ problem: openedDocument });
else {
  const { document, count } = openedDocument;
  parentPort?.postMessage({ count });
  // Keeps only one page in memory: the caller requests the next one after compressing this one.
  parentPort?.on("message", (/** @type {number} */ index) => {
    const drawn = drawPage(document, index);
    parentPort?.postMessage(drawn, "pixels" in drawn ? [drawn.pixels.buffer] : []);
  });
}

/**
 * Loads PDFium with limited memory: an allocation beyond the limit fails. The types of @hyzyla/pdfium leave out the options of
 * Emscripten and the exports used here, which every PDFium module has.
 */
function loadPdfium() {
  const file = createRequire(import.meta.url).resolve("@hyzyla/pdfium/pdfium.wasm");
  const start = /** @type {(options: object) => Promise<any>} */ (/** @type {unknown} */ (PDFiumModule));
  return start({
    print: () => {},
    printErr: () => {},
    instantiateWasm: (
      /** @type {{ env: { emscripten_resize_heap: (wanted: number) => number } }} */ imports,
      /** @type {Function} */ done,
    ) => {
      const grow = imports.env.emscripten_resize_heap;
      const env = {
        ...imports.env,
        emscripten_resize_heap: (/** @type {number} */ wanted) => (wanted >>> 0 > maxMemory ? 0 : grow(wanted)),
      };
      WebAssembly.instantiate(readFileSync(file), { ...imports, env }).then(({ instance, module }) =>
        done(instance, module),
      );
      return {};
    },
  });
}

function openDocument() {
  pdfium._FPDF_InitLibrary();
  const pointer = pdfium.wasmExports.malloc(bytes.length);
  if (!pointer) return "heavy";
  pdfium.HEAPU8.set(bytes, pointer);
  const document = pdfium._FPDF_LoadMemDocument(pointer, bytes.length, 0);
  if (!document) {
    const error = pdfium._FPDF_GetLastError();
    return error === PDFIUM_BAD_PASSWORD || error === UNKNOWN_SECURITY ? "locked" : "damaged";
  }
  const count = pdfium._FPDF_GetPageCount(document);
  return count < 1 ? "damaged" : count > maxPages ? "long" : { document, count };
}

/** @param {number} document @param {number} index @returns {{ problem: string } | { pixels: Uint8Array<ArrayBuffer>, width: number, height: number }} */
function drawPage(document, index) {
  const page = pdfium._FPDF_LoadPage(document, index);
  if (!page) return { problem: "damaged" };
  const [pageWidth, pageHeight] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  const [short, long] = [Math.min(pageWidth, pageHeight), Math.max(pageWidth, pageHeight)];
  // Limits long pages by their width, because limiting the longer side would make them unreadable.
  const readable = Math.min(longPageWidth / short, Math.sqrt(maxPixels / (pageWidth * pageHeight)), maxLength / long);
  const scale = Math.max(side / long, readable);
  const [width, height] = [Math.round(pageWidth * scale), Math.round(pageHeight * scale)];
  // The condition is negated so that it is also true for NaN.
  if (!(Math.min(width, height) >= minSide)) return { problem: "narrow" };
  const size = width * height * RGBA;
  const pointer = pdfium.wasmExports.malloc(size);
  const bitmap = pointer && pdfium._FPDFBitmap_CreateEx(width, height, RGBA, pointer, width * RGBA);
  if (!bitmap) return { problem: "heavy" };
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER);
  const pixels = pdfium.HEAPU8.slice(pointer, pointer + size);
  pdfium._FPDFBitmap_Destroy(bitmap);
  pdfium.wasmExports.free(pointer);
  pdfium._FPDF_ClosePage(page);
  return { pixels, width, height };
}
