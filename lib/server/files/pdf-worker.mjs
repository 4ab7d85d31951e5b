// A thread that draws the pages of one PDF and then ends: nothing of a document is left for the next one. PDFium runs as
// WebAssembly, so whatever a hostile file makes of it stays within this memory. Who starts it sets the limits (pdf.ts).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { PDFiumModule } from "@hyzyla/pdfium";

/** @typedef {{ bytes: Uint8Array, mostPages: number, side: number, leastSide: number, mostMemory: number }} Task */
/** @type {Task} */
const { bytes, mostPages, side, leastSide, mostMemory } = workerData;

/** Of the package's enums, which it does not export. */
const BAD_PASSWORD = 4;
const UNKNOWN_SECURITY = 5;
const RGBA = 4;
const WITH_ANNOTATIONS = 0x01;
const RED_BEFORE_BLUE = 0x10;

/** @type {any} The package's own types name half of what there is. */
const pdfium = await load();
const opened = open();
if (typeof opened === "string") parentPort?.postMessage({ problem: opened });
else {
  const { document, count } = opened;
  parentPort?.postMessage({ count });
  // One page at a time is in memory: the next is asked for when this one is packed.
  parentPort?.on("message", (/** @type {number} */ index) => {
    const drawn = draw(document, index);
    parentPort?.postMessage(drawn, "pixels" in drawn ? [drawn.pixels.buffer] : []);
  });
}

/** PDFium in a memory that grows no further than told: what asks for more gets none, and gives up. */
function load() {
  const file = createRequire(import.meta.url).resolve("@hyzyla/pdfium/pdfium.wasm");
  const start = /** @type {(options: object) => Promise<unknown>} */ (/** @type {unknown} */ (PDFiumModule));
  return start({
    print: () => {},
    printErr: () => {},
    instantiateWasm: (/** @type {any} */ imports, /** @type {Function} */ done) => {
      const grow = imports.env.emscripten_resize_heap;
      const env = {
        ...imports.env,
        emscripten_resize_heap: (/** @type {number} */ wanted) => (wanted >>> 0 > mostMemory ? 0 : grow(wanted)),
      };
      WebAssembly.instantiate(readFileSync(file), { ...imports, env }).then(({ instance, module }) =>
        done(instance, module),
      );
      return {};
    },
  });
}

function open() {
  pdfium._FPDF_InitLibrary();
  const at = pdfium.wasmExports.malloc(bytes.length);
  if (!at) return "heavy";
  pdfium.HEAPU8.set(bytes, at);
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
  if (!document) {
    const error = pdfium._FPDF_GetLastError();
    return error === BAD_PASSWORD || error === UNKNOWN_SECURITY ? "locked" : "damaged";
  }
  const count = pdfium._FPDF_GetPageCount(document);
  return count < 1 ? "damaged" : count > mostPages ? "long" : { document, count };
}

/** @param {number} document @param {number} index @returns {{ problem: string } | { pixels: Uint8Array<ArrayBuffer>, width: number, height: number }} */
function draw(document, index) {
  const page = pdfium._FPDF_LoadPage(document, index);
  if (!page) return { problem: "damaged" };
  const [wide, high] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  const scale = side / Math.max(wide, high);
  const [width, height] = [Math.round(wide * scale), Math.round(high * scale)];
  // Also when a side is no number.
  if (!(Math.min(width, height) >= leastSide)) return { problem: "narrow" };
  const size = width * height * RGBA;
  const at = pdfium.wasmExports.malloc(size);
  const bitmap = at && pdfium._FPDFBitmap_CreateEx(width, height, RGBA, at, width * RGBA);
  if (!bitmap) return { problem: "heavy" };
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | RED_BEFORE_BLUE);
  const pixels = pdfium.HEAPU8.slice(at, at + size);
  pdfium._FPDFBitmap_Destroy(bitmap);
  pdfium.wasmExports.free(at);
  pdfium._FPDF_ClosePage(page);
  return { pixels, width, height };
}
