// Worker thread that decodes one HEIC picture and ends, so that files share no memory. libheif runs as WebAssembly, which
// confines a hostile file to this memory. The caller sets the limits (heic.ts).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

/** @typedef {{ bytes: Uint8Array, maxMemory: number }} Task */
/** @type {Task} */
const { bytes, maxMemory } = workerData;
const WASM_PAGE_BYTES = 65_536;
let isOutOfMemory = false;

/** Typed as any, because the package has no types for its options and enums. */
const libheif = loadLibheif();
const picture = openPicture();
if (picture) {
  const [width, height] = [libheif.heif_image_handle_get_width(picture), libheif.heif_image_handle_get_height(picture)];
  parentPort?.postMessage({ width, height });
  // Decodes after the caller has checked the declared size and sent a divisor. libheif refuses a picture whose real size differs.
  parentPort?.once("message", (/** @type {number} */ divisor) => {
    const decoded = decodePicture(picture, divisor);
    parentPort?.postMessage(decoded, "pixels" in decoded ? [decoded.pixels.buffer] : []);
  });
} else parentPort?.postMessage({ problem: "damaged" });

/** Loads libheif with limited memory: an allocation beyond the limit fails. */
function loadLibheif() {
  const require = createRequire(import.meta.url);
  const file = require.resolve("libheif-js/libheif-wasm/libheif.wasm");
  return require("libheif-js/libheif-wasm/libheif.js")({
    print: () => {},
    printErr: () => {},
    instantiateWasm: (/** @type {WebAssembly.Imports} */ imports, /** @type {Function} */ done) => {
      const module = new WebAssembly.Module(readFileSync(file));
      const instance = new WebAssembly.Instance(module, imports);
      // Finds the memory by its type, because the package's import and export names are minified.
      const memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
      if (!memory) throw new Error("libheif exports no memory.");
      const grow = memory.grow.bind(memory);
      memory.grow = (pages) => {
        if (memory.buffer.byteLength + pages * WASM_PAGE_BYTES > maxMemory) {
          isOutOfMemory = true;
          throw new RangeError("The memory limit is reached.");
        }
        return grow(pages);
      };
      done(instance, module);
      return instance.exports;
    },
  });
}

/** @returns the handle of the primary picture; null if there is none */
function openPicture() {
  const context = libheif.heif_context_alloc();
  if (libheif.heif_context_read_from_memory(context, bytes).code !== libheif.heif_error_code.heif_error_Ok) return null;
  const primary = libheif.heif_js_context_get_primary_image_handle(context);
  return primary && !primary.code ? primary : null;
}

/**
 * Decodes to 8 bits per channel, with the file's rotation applied. Divides each side by the divisor by averaging
 * squares of pixels, so that a 48-megapixel photo becomes 12 megapixels.
 * @param {unknown} handle @param {number} divisor
 * @returns {{ problem: string } | { pixels: Uint8Array<ArrayBuffer>, width: number, height: number, channels: number }}
 */
function decodePicture(handle, divisor) {
  const { heif_colorspace, heif_chroma, heif_channel } = libheif;
  const hasAlpha = libheif.heif_image_handle_has_alpha_channel(handle);
  const channels = hasAlpha ? 4 : 3;
  const chroma = hasAlpha ? heif_chroma.heif_chroma_interleaved_RGBA : heif_chroma.heif_chroma_interleaved_RGB;
  const image = libheif.heif_js_decode_image2(handle, heif_colorspace.heif_colorspace_RGB, chroma);
  const plane = image?.channels?.find(
    (/** @type {{ id: unknown }} */ each) => each.id === heif_channel.heif_channel_interleaved,
  );
  if (!plane) return { problem: isOutOfMemory ? "heavy" : "damaged" };
  const [width, height] = [Math.floor(plane.width / divisor), Math.floor(plane.height / divisor)];
  const pixels = new Uint8Array(width * height * channels);
  const { data, stride } = plane;
  const row = width * channels;
  const squares = divisor * divisor;
  for (let y = 0; y < height; y++) {
    if (divisor === 1) {
      pixels.set(data.subarray(y * stride, y * stride + row), y * row);
      continue;
    }
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let down = 0; down < divisor; down++)
          for (let right = 0; right < divisor; right++)
            sum += data[(y * divisor + down) * stride + (x * divisor + right) * channels + channel];
        pixels[y * row + x * channels + channel] = sum / squares;
      }
  }
  return { pixels, width, height, channels };
}
