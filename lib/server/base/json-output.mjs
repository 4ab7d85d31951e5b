// @ts-check
// Loaded before Next.js by `npm start` (`node --import`), never by `npm run launch`, whose output people read. Makes
// every line of the process JSON: those of Next.js, of libraries, of warnings and of uncaught exceptions. The product's
// own lines (lib/server/base/log.ts) do not pass through here. Plain JavaScript, because it runs without a build.
import { hostname } from "node:os";
import { format, stripVTControlCharacters } from "node:util";
import { isMainThread } from "node:worker_threads";
import { redactText } from "./redact.mjs";

/** @typedef {{ write: (text: string) => unknown }} Output */

/** Levels of pino. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 70 };

/** The context of the current request (lib/server/base/log-context.ts), once the server has started. */
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
 * Returns a message as one line of JSON; undefined for a message without text. Removes colours, and what the log of the
 * product leaves out as well.
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
 * Splits what is written to a stream into messages. A chunk of several lines is one message, unless each of its lines is
 * JSON already. Keeps an incomplete line until its end arrives.
 * @param {(text: string) => void} emit called for each message
 * @param {(line: string) => void} pass called for each line that is JSON already
 */
export function createSplitter(emit, pass) {
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

function install() {
  const writeRaw = process.stdout.write.bind(process.stdout);
  const name = /** @type {keyof typeof LEVELS} */ (process.env.LOG_LEVEL || "info");
  const minimum = LEVELS[name] ?? LEVELS.info;
  /** @param {number} level @param {string} text */
  const writeLine = (level, text) => {
    const line = toJsonLine(level, text);
    if (line) writeRaw(line);
  };
  /** @param {number} level @param {unknown[]} parts */
  const log = (level, parts) => {
    if (level >= minimum) writeLine(level, format(...parts));
  };
  const logAt =
    (/** @type {number} */ level) =>
    (/** @type {unknown[]} */ ...parts) =>
      log(level, parts);
  Object.assign(console, {
    debug: logAt(LEVELS.debug),
    log: logAt(LEVELS.info),
    info: logAt(LEVELS.info),
    warn: logAt(LEVELS.warn),
    error: logAt(LEVELS.error),
    trace: logAt(LEVELS.error),
  });
  // Written whatever LOG_LEVEL says: the setup key is printed this way.
  redirect(process.stdout, (text) => writeLine(LEVELS.info, text));
  redirect(process.stderr, (text) => writeLine(LEVELS.error, text));
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log(LEVELS.warn, [warning]));
  process.on("uncaughtException", (error) => {
    // Next.js has a listener of its own, which logs the error and goes on.
    if (process.listenerCount("uncaughtException") > 1) return;
    log(LEVELS.fatal, [error]);
    process.exit(1);
  });

  /** @param {NodeJS.WriteStream} stream @param {(text: string) => void} emit */
  function redirect(stream, emit) {
    const split = createSplitter(emit, writeRaw);
    stream.write = (/** @type {unknown[]} */ ...parts) => {
      const [chunk] = parts;
      split(chunk instanceof Uint8Array ? Buffer.from(chunk).toString("utf8") : String(chunk));
      const done = parts.find((part) => typeof part === "function");
      if (typeof done === "function") process.nextTick(() => done());
      return true;
    };
  }
}

// Threads that decode pictures and PDFs write through the main thread.
if (isMainThread && process.execArgv.some((argument) => argument.includes("json-output"))) install();
