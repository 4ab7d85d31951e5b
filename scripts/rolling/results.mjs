// @ts-check
// Counts calls of all simulated admins by kind, with durations and failures.

const SHOWN_LINES = 40;

/** @typedef {{ times: number[], repeated: number, failed: number }} Counts `times`: durations in ms; `repeated`: reads that succeeded on the retry */

/** Counts, durations and failures of calls. */
export class CallResults {
  /** Counts of calls, by kind of call. @type {Map<string, Counts>} */
  #kinds = new Map();
  /** Time and reason of each failed call. @type {string[]} */
  #failures = [];
  /** Time and reason of each retry. @type {string[]} */
  #repetitions = [];
  #startedAt = Date.now();

  /** Returns the counts of a kind of call. Creates counts of 0 at the first call of the kind. @param {string} kind @returns {Counts} */
  #of(kind) {
    const counts = this.#kinds.get(kind) ?? { times: [], repeated: 0, failed: 0 };
    this.#kinds.set(kind, counts);
    return counts;
  }

  /** Counts a successful call. @param {string} kind @param {{ ms: number, isRepeated: boolean }} call */
  add(kind, { ms, isRepeated }) {
    const counts = this.#of(kind);
    counts.times.push(ms);
    if (isRepeated) counts.repeated++;
  }

  /** Counts a failed call. @param {string} kind @param {string} detail */
  addFailure(kind, detail) {
    this.#of(kind).failed++;
    this.#failures.push(`${this.#time()} ${kind}: ${detail}`);
  }

  /** Logs the retry of a read. @param {string} kind @param {string} detail */
  addRepetition(kind, detail) {
    this.#repetitions.push(`${this.#time()} ${kind}: ${detail}`);
  }

  #time() {
    return `${((Date.now() - this.#startedAt) / 1_000).toFixed(1)} s`;
  }

  get failed() {
    return this.#failures.length;
  }

  get total() {
    return [...this.#kinds.values()].reduce((sum, { times, failed }) => sum + times.length + failed, 0);
  }

  /** Prints one line per kind of call, then retries and failures. */
  print() {
    const cells = (/** @type {readonly (string | number)[]} */ [name, ...rest]) =>
      `${String(name).padEnd(24)}${rest.map((cell) => String(cell).padStart(10)).join("")}`;
    console.log(cells(["", "calls", "repeated", "failed", "p50 ms", "p99 ms", "slowest"]));
    for (const [kind, { times, repeated, failed }] of [...this.#kinds].sort()) {
      const sorted = times.toSorted((a, b) => a - b);
      const quantiles = [0.5, 0.99, 1].map((part) => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0));
      console.log(cells([kind, times.length + failed, repeated, failed, ...quantiles]));
    }
    const repeated = [...this.#kinds.values()].reduce((sum, counts) => sum + counts.repeated, 0);
    console.log(cells(["all", this.total, repeated, this.failed]));
    printLines("Reads that the client sent again", this.#repetitions);
    printLines("Failed", this.#failures);
  }
}

/** Prints the first of the given lines below a title. @param {string} title @param {readonly string[]} lines */
function printLines(title, lines) {
  if (lines.length === 0) return;
  console.log(`${title}:`);
  for (const line of lines.slice(0, SHOWN_LINES)) console.log(`  ${line}`);
  if (lines.length > SHOWN_LINES) console.log(`  … and ${lines.length - SHOWN_LINES} more`);
}
