import type { ExportMeasurement } from "./export";
import { type MeasuredCase, type Percentiles, TIMING_NOISE_MS } from "./measure";

const RATIO_LIMITS = { grows: 2, deep: 3, search: 5 } as const;

/** Measured ratio of two times, the limit of the ratio, and the name of what the call was compared with. */
export type BenchCaseVerdict = { ratio: number; limit: number; comparedWith: string; passed: boolean };

/** Compares a call's times with its limit in docs/rules.md. Ignores differences smaller than the random variation of times. */
export function caseVerdictOf(measured: MeasuredCase, measuredCases: readonly MeasuredCase[]): BenchCaseVerdict {
  const limit = RATIO_LIMITS[measured.rule];
  const firstPage = measuredCases.find(({ name }) => name === measured.first);
  const median = measured.rule === "deep";
  const percentileOf = (times: Percentiles) => (median ? times.p50 : times.p95);
  const baseMs =
    measured.rule === "grows" ? percentileOf(measured.small) : firstPage ? percentileOf(firstPage.large) : Number.NaN;
  const ratio = percentileOf(measured.large) / baseMs;
  const passed = ratio <= limit || percentileOf(measured.large) - limit * baseMs <= TIMING_NOISE_MS;
  return { ratio, limit, comparedWith: measured.rule === "grows" ? "small" : (measured.first ?? ""), passed };
}

const formatMs = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const tableRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** Returns a Markdown table with the times, ratio and limit of each call. */
export function resultTable(measuredCases: readonly MeasuredCase[]): string {
  const header = ["call", "small p50 / p95 ms", "large p50 / p95 ms", "ratio", "at most", "against", ""];
  const lines = measuredCases.map((measured) => {
    const { ratio, limit, comparedWith, passed } = caseVerdictOf(measured, measuredCases);
    const timeTexts = [measured.small, measured.large].map(({ p50, p95 }) => `${formatMs(p50)} / ${formatMs(p95)}`);
    return tableRow([
      measured.name,
      ...timeTexts,
      ratio.toFixed(1),
      String(limit),
      comparedWith,
      passed ? "pass" : "**missed**",
    ]);
  });
  return [tableRow(header), tableRow(header.map(() => "---")), ...lines].join("\n");
}

/** Reports lists for which counting takes longer than reading the page. */
export function slowCountsReport(measuredCases: readonly MeasuredCase[]): string {
  const slowCounts = measuredCases.filter(({ count }) => count && count.p50 > count.rest + TIMING_NOISE_MS);
  const lines = slowCounts.map(({ name, count }) =>
    tableRow([name, formatMs(count?.p50 ?? 0), formatMs(count?.rest ?? 0), "**missed**"]),
  );
  const countedCases = measuredCases.filter(({ count }) => count).length;
  if (!lines.length) return `All ${countedCases} counts cost at most what the rest of their page costs: pass.`;
  const header = ["counts that cost more than their page", "count p50 ms", "the rest p50 ms", ""];
  return [
    tableRow(header),
    tableRow(header.map(() => "---")),
    ...lines,
    "",
    `The other ${countedCases - lines.length} pass.`,
  ].join("\n");
}

/** Returns a Markdown table of the measured exports, with their limits. */
export function exportsReport(measuredCases: readonly ExportMeasurement[]): string {
  const header = [
    "export",
    "rows",
    "COPY s",
    "export s",
    "speed of COPY (at least 0.5)",
    "first byte ms (200)",
    "memory MB (80)",
    "",
  ];
  const lines = measuredCases.map(({ name, rows, copyMs, exportMs, firstByteMs, memory }) => {
    const copyShare = copyMs / exportMs;
    const passed = copyShare >= 0.5 && firstByteMs < 200 && memory <= 80;
    const seconds = [copyMs, exportMs].map((value) => (value / 1_000).toFixed(1));
    const otherCells = [copyShare.toFixed(2), firstByteMs.toFixed(0), memory.toFixed(0)];
    return tableRow([name, rows.toLocaleString("en"), ...seconds, ...otherCells, passed ? "pass" : "**missed**"]);
  });
  return [tableRow(header), tableRow(header.map(() => "---")), ...lines].join("\n");
}
