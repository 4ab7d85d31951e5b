import type { ExportMeasured } from "./export";
import { type Measured, NOISE_MS, type Times } from "./measure";

const LIMITS = { grows: 2, deep: 3, search: 5 } as const;

export type Verdict = { ratio: number; limit: number; against: string; passed: boolean };

/** Compares a call's times with its limit in docs/rules.md. Ignores differences below the noise. */
export function verdictOf(one: Measured, all: readonly Measured[]): Verdict {
  const limit = LIMITS[one.rule];
  const first = all.find(({ name }) => name === one.first);
  const median = one.rule === "deep";
  const of = (times: Times) => (median ? times.p50 : times.p95);
  const base = one.rule === "grows" ? of(one.small) : first ? of(first.large) : Number.NaN;
  const ratio = of(one.large) / base;
  const passed = ratio <= limit || of(one.large) - limit * base <= NOISE_MS;
  return { ratio, limit, against: one.rule === "grows" ? "small" : (one.first ?? ""), passed };
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

export function tableOf(all: readonly Measured[]): string {
  const head = ["call", "small p50 / p95 ms", "large p50 / p95 ms", "ratio", "at most", "against", ""];
  const lines = all.map((one) => {
    const { ratio, limit, against, passed } = verdictOf(one, all);
    const figures = [one.small, one.large].map(({ p50, p95 }) => `${ms(p50)} / ${ms(p95)}`);
    return row([one.name, ...figures, ratio.toFixed(1), String(limit), against, passed ? "pass" : "**missed**"]);
  });
  return [row(head), row(head.map(() => "---")), ...lines].join("\n");
}

/** Reports lists whose count takes longer than the rest of the page. */
export function countsOf(all: readonly Measured[]): string {
  const dear = all.filter(({ count }) => count && count.p50 > count.rest + NOISE_MS);
  const lines = dear.map(({ name, count }) => row([name, ms(count?.p50 ?? 0), ms(count?.rest ?? 0), "**missed**"]));
  const counted = all.filter(({ count }) => count).length;
  if (!lines.length) return `All ${counted} counts cost at most what the rest of their page costs: pass.`;
  const head = ["counts that cost more than their page", "count p50 ms", "the rest p50 ms", ""];
  return [row(head), row(head.map(() => "---")), ...lines, "", `The other ${counted - lines.length} pass.`].join("\n");
}

export function exportsOf(all: readonly ExportMeasured[]): string {
  const head = [
    "export",
    "rows",
    "COPY s",
    "export s",
    "speed of COPY (at least 0.5)",
    "first byte ms (200)",
    "memory MB (80)",
    "",
  ];
  const lines = all.map(({ name, rows, copyMs, exportMs, firstByteMs, memory }) => {
    const share = copyMs / exportMs;
    const passed = share >= 0.5 && firstByteMs < 200 && memory <= 80;
    const seconds = [copyMs, exportMs].map((value) => (value / 1_000).toFixed(1));
    const rest = [share.toFixed(2), firstByteMs.toFixed(0), memory.toFixed(0)];
    return row([name, rows.toLocaleString("en"), ...seconds, ...rest, passed ? "pass" : "**missed**"]);
  });
  return [row(head), row(head.map(() => "---")), ...lines].join("\n");
}
