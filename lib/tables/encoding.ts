export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Number of bytes sampled to detect UTF-16 without a byte order mark. */
const SAMPLE = 1_000;

/** Returns the encoding by the byte order mark, or UTF-16 by its zero bytes; null if neither is found. */
export function markedEncoding(bytes: Uint8Array): Encoding | null {
  const [one, two, three] = bytes;
  if (one === 0xff && two === 0xfe) return "utf-16le";
  if (one === 0xfe && two === 0xff) return "utf-16be";
  if (one === 0xef && two === 0xbb && three === 0xbf) return "utf-8";
  const zeros: [even: number, odd: number] = [0, 0];
  const length = Math.min(bytes.length, SAMPLE);
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[(at % 2) as 0 | 1]++;
  // In UTF-16, half of the bytes of Western text are zero. Other encodings have none.
  if (zeros[1] > length * 0.2 && zeros[0] <= zeros[1] / 4) return "utf-16le";
  return zeros[0] > length * 0.2 && zeros[1] <= zeros[0] / 4 ? "utf-16be" : null;
}

/** Decodes a file, without its byte order mark. Text that is neither UTF-8 nor UTF-16 is read as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
