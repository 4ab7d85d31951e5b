// @ts-check
// Loaded before Next.js by scripts/start.mjs, except for `npm run launch`, whose output people read. Makes
// every line of the process JSON: those of Next.js, of libraries, of warnings and of uncaught exceptions. The product's
// own lines (lib/server/base/log.ts) do not pass through here. Plain JavaScript, because it runs without a build.
import { format } from "node:util";
import { isMainThread } from "node:worker_threads";
import { createLogSplitter, toJsonLine } from "./json-lines.mjs";

/** Log levels of the pino library. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 70 };

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
  // Ignores LOG_LEVEL for standard output, because the setup key is printed there.
  redirect(process.stdout, (text) => writeLine(LEVELS.info, text));
  redirect(process.stderr, (text) => writeLine(LEVELS.error, text));
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log(LEVELS.warn, [warning]));
  process.on("uncaughtException", (error) => {
    // Leaves the error to the listener of Next.js, which logs it and keeps the process running.
    if (process.listenerCount("uncaughtException") > 1) return;
    log(LEVELS.fatal, [error]);
    process.exit(1);
  });

  /** @param {NodeJS.WriteStream} stream @param {(text: string) => void} emit */
  function redirect(stream, emit) {
    const split = createLogSplitter(emit, writeRaw);
    stream.write = (/** @type {unknown[]} */ ...parts) => {
      const [chunk] = parts;
      split(chunk instanceof Uint8Array ? Buffer.from(chunk).toString("utf8") : String(chunk));
      const done = parts.find((part) => typeof part === "function");
      if (typeof done === "function") process.nextTick(() => done());
      return true;
    };
  }
}

// Installs this only in the main thread. The output of threads that decode pictures and PDFs passes through the main thread anyway.
if (isMainThread) install();
