/** Encodings of text files that `decodeText` supports. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Number of bytes sampled to detect UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 1_000;

/** Returns the encoding by the byte order mark, or UTF-16 by its zero bytes; null if neither is found. */
export function detectUnicode(bytes: Uint8Array): TextEncoding | null {
  const [firstByte, secondByte, thirdByte] = bytes;
  if (firstByte === 0xff && secondByte === 0xfe) return "utf-16le";
  if (firstByte === 0xfe && secondByte === 0xff) return "utf-16be";
  if (firstByte === 0xef && secondByte === 0xbb && thirdByte === 0xbf) return "utf-8";
  const zeroCounts: [even: number, odd: number] = [0, 0];
  const length = Math.min(bytes.length, SAMPLE_BYTES);
  for (let index = 0; index < length; index++) if (bytes[index] === 0) zeroCounts[(index % 2) as 0 | 1]++;
  // In UTF-16, half of the bytes of Western text are zero. Other encodings have none.
  if (zeroCounts[1] > length * 0.2 && zeroCounts[0] <= zeroCounts[1] / 4) return "utf-16le";
  return zeroCounts[0] > length * 0.2 && zeroCounts[1] <= zeroCounts[0] / 4 ? "utf-16be" : null;
}

/** Decodes a file, without its byte order mark. Text that is neither UTF-8 nor UTF-16 is read as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const unicodeEncoding = detectUnicode(bytes);
  if (unicodeEncoding) return new TextDecoder(unicodeEncoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
