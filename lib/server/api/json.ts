import "server-only";
import { log } from "@/lib/server/base/log";
import { refuse } from "./errors";

/** Maximum nesting depth of valid JSON input. A rich text has 20 levels, each with a list of nodes. */
export const MAX_JSON_DEPTH = 64;
/** Body bytes per name or value: a body of n bytes may contain n / 16 of them. */
const BYTES_PER_VALUE = 16;
const MIN_VALUES = 256;

/** Returns the maximum number of names and values in a JSON body of this many bytes. */
export const maxJsonValuesOf = (bytes: number) => Math.max(MIN_VALUES, Math.floor(bytes / BYTES_PER_VALUE));

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKETS = [0x5b, 0x7b];
const CLOSING_BRACKETS = [0x5d, 0x7d];

/**
 * Returns why a JSON body is too expensive to parse, or null. The parsing time depends on the number of names and values, later traversal
 * on the depth. Scans each byte once and stops at the first excess.
 */
function whyTooExpensive(bytes: Uint8Array, maxValues: number): string | null {
  let depth = 0;
  let valueCount = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (byte === QUOTE) {
      for (index++; index < bytes.length && bytes[index] !== QUOTE; index++) if (bytes[index] === BACKSLASH) index++;
    } else if (byte === COMMA || byte === COLON) {
      if (++valueCount > maxValues)
        return `This request has more than ${maxValues.toLocaleString("en")} names and values. Send less per request.`;
    } else if (OPENING_BRACKETS.includes(byte)) {
      if (++depth > MAX_JSON_DEPTH) return "This request is nested too deeply. Send it as described.";
    } else if (CLOSING_BRACKETS.includes(byte)) depth--;
  }
  return null;
}

const UNREADABLE_MESSAGE = "This request can't be read. Send JSON in UTF-8, as described in /api/v1/docs.";

/**
 * Parses a JSON body. Returns undefined if it is empty.
 * @param limit body limit of the call in bytes, which also limits the number of names and values
 * @throws 400 if the body is not JSON, nested too deeply, or has too many values. Neither message nor log quotes the body, which may
 * contain a password.
 */
export function parseJsonBody(bytes: Uint8Array, limit: number): unknown {
  if (bytes.length === 0) return undefined;
  const problem = whyTooExpensive(bytes, maxJsonValuesOf(limit));
  if (problem) throw refuse.badInput(problem);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    log.debug({ bytes: bytes.length }, "a body could not be read");
    throw refuse.badInput(UNREADABLE_MESSAGE);
  }
}
