import { decodeQR, type Image } from "qr/decode.js";

/** Time limit for decoding a camera picture in ms: allows about eight pictures a second on a phone. */
const TIME_LIMIT_MS = 60;

/** Returns the text of a QR code in a picture; null if none is readable. Loaded only in browsers without their own reader. */
export function decodeQrCode(image: Image): string | null {
  try {
    return decodeQR(image, { timeLimit: TIME_LIMIT_MS });
  } catch {
    return null;
  }
}
