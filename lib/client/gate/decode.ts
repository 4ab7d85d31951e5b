import { decodeQR, type Image } from "qr/decode.js";

/** Milliseconds for one picture: a phone at a gate looks about eight times a second. */
const TIME_LIMIT = 60;

/** What the QR code in a picture says; null where there is none that can be read. Fetched only where the browser reads none. */
export function decodePixels(image: Image): string | null {
  try {
    return decodeQR(image, { timeLimit: TIME_LIMIT });
  } catch {
    return null;
  }
}
