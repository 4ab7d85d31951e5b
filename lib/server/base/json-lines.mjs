// @ts-check
// Plain JavaScript, because json-output.mjs loads it before Next.js and without a build.
import { hostname } from "node:os";
import { stripVTControlCharacters } from "node:util";
import { redactText } from "./redact.mjs";

/** Storage of the current request's log fields (lib/server/base/log-context.ts); undefined until the server has started. */
const globalState = /** @type {{ crossRiverPayLogContext?: { getStore(): object | undefined } }} */ (globalThis);

/** @param {string} line */
function isJsonObject(line) {
  try {
    return line.startsWith("{") && typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}

/**
 * Returns a message as one line of JSON; undefined for a message without text. Removes colours, and masks
 * query parameters and long numbers (`redactText`).
 * @param {number} level
 * @param {string} text
 */
export function toJsonLine(level, text) {
  const msg = redactText(stripVTControlCharacters(text)).trim();
  if (!msg) return undefined;
  const time = new Date().toISOString();
  const instance = `${hostname()}:${process.pid}`;
  return `${JSON.stringify({ level, time, instance, ...globalState.crossRiverPayLogContext?.getStore(), msg })}\n`;
}

/**
 * Splits the output of a stream into log messages. A chunk of several lines is one message, unless each of its lines is JSON
 * already. Keeps an incomplete line until its end arrives.
 * @param {(text: string) => void} emit called for each message
 * @param {(line: string) => void} pass called for each line that is JSON already
 */
export function createLogSplitter(emit, pass) {
  let rest = "";
  return (/** @type {string} */ chunk) => {
    const text = rest + chunk;
    const end = text.lastIndexOf("\n");
    rest = text.slice(end + 1);
    if (end < 0) return;
    const lines = text.slice(0, end).split("\n");
    if (lines.every(isJsonObject)) for (const line of lines) pass(`${line}\n`);
    else emit(lines.join("\n"));
  };
}
