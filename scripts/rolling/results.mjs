// @ts-check
// Counts the calls of all admins.

const SHOWN_LINES = 40;

/** @typedef {{ times: number[], repeated: number, failed: number }} Counts `repeated`: reads that succeeded the second time */

export class Results {
  /** @type {Map<string, Counts>} */
  #kinds = new Map();
  /** @type {string[]} */
  #failures = [];
  /** @type {string[]} */
  #repetitions = [];
  #startedAt = Date.now();

  /** @param {string} kind @returns {Counts} */
  #of(kind) {
    const counts = this.#kinds.get(kind) ?? { times: [], repeated: 0, failed: 0 };
    this.#kinds.set(kind, counts);
    return counts;
  }

  /** @param {string} kind @param {{ ms: number, isRepeated: boolean }} call */
  add(kind, { ms, isRepeated }) {
    const counts = this.#of(kind);
    counts.times.push(ms);
    if (isRepeated) counts.repeated++;
  }

  /** @param {string} kind @param {string} detail */
  addFailure(kind, detail) {
    this.#of(kind).failed++;
    this.#failures.push(`${this.#time()} ${kind}: ${detail}`);
  }

  /** Notes a read that is sent again. @param {string} kind @param {string} detail */
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

  /** Prints one line for each kind of call, then the failures. */
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

/** @param {string} title @param {readonly string[]} lines */
function printLines(title, lines) {
  if (lines.length === 0) return;
  console.log(`${title}:`);
  for (const line of lines.slice(0, SHOWN_LINES)) console.log(`  ${line}`);
  if (lines.length > SHOWN_LINES) console.log(`  … and ${lines.length - SHOWN_LINES} more`);
}
