import "server-only";
import { log } from "@/lib/server/base/log";
import { refuse } from "./errors";

/** A rich text is nested 20 nodes deep, each in a list of its own; nothing that is sent is deeper. */
export const DEPTH_MAX = 64;
/** Nothing that is sent has more values than one for so many bytes; it is what a name and a short value take. */
const BYTES_PER_VALUE = 16;
const LEAST_VALUES = 256;

/** How many names and values a body of at most so many bytes may have. */
export const valuesWithin = (bytes: number) => Math.max(LEAST_VALUES, Math.floor(bytes / BYTES_PER_VALUE));

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * Why a body costs more than its call is worth: parsing is dear by names and values, and what walks the result by its
 * depth. One look at each byte, and none after the first that is too much.
 */
function tooDear(bytes: Uint8Array, values: number): string | null {
  let depth = 0;
  let signs = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === COMMA || byte === COLON) {
      if (++signs > values)
        return `This request has more than ${values.toLocaleString("en")} names and values. Send less at once.`;
    } else if (OPENING.includes(byte)) {
      if (++depth > DEPTH_MAX) return "This request is nested too deeply. Send it as described.";
    } else if (CLOSING.includes(byte)) depth--;
  }
  return null;
}

const UNREADABLE = "This request can't be read. Send JSON in UTF-8, as described in /api/v1/docs.";

/**
 * What a body says; undefined for an empty one.
 * @param limit bytes that the call may send; its names and values follow from it
 * @throws 400 when it is no JSON, nested too deeply, or of too many values. What it holds stands neither in the
 *   refusal nor in the log: a password may be in it.
 */
export function jsonOf(bytes: Uint8Array, limit: number): unknown {
  if (bytes.length === 0) return undefined;
  const problem = tooDear(bytes, valuesWithin(limit));
  if (problem) throw refuse.badInput(problem);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    log.debug({ bytes: bytes.length }, "a body could not be read");
    throw refuse.badInput(UNREADABLE);
  }
}
