import { parseTypedAmount } from "@/lib/contract/money.values";
import { SPLIT_PARTS_MAX } from "@/lib/contract/reconciliation-items.values";
import { formatMoney } from "@/lib/format";

/** Typed amounts of a split item's parts in kobo. `problem`: why the text can't be parsed, else null. */
type TypedParts = { amounts: number[]; problem: string | null };

/** Parses the amounts of a split item's parts, one per line. Outgoing money is negative. */
export function parseSplitParts(text: string): TypedParts {
  const lines = text.split("\n").map((line) => line.replace(/[\u2013\u2014\u2212]/g, "-").trim());
  const filled = lines.filter(Boolean);
  const amounts: number[] = [];
  for (const line of filled) {
    const isNegative = line.startsWith("-");
    const parsed = parseTypedAmount(isNegative ? line.slice(1) : line);
    if (typeof parsed === "string") return { amounts, problem: `“${line.slice(0, 40)}”: ${parsed}` };
    if (parsed === 0) return { amounts, problem: "A part can't be zero." };
    amounts.push(isNegative ? -parsed : parsed);
  }
  return { amounts, problem: null };
}

/** Returns why these parts can't replace an item of `total` kobo; null if they can. */
export function splitPartsProblem({ amounts, problem }: TypedParts, total: number): string | null {
  if (problem) return problem;
  if (amounts.length < 2) return "Enter at least two parts, one per line.";
  if (amounts.length > SPLIT_PARTS_MAX) return `An item can be split into ${SPLIT_PARTS_MAX} parts at most.`;
  const rest = remainingSplitAmount(amounts, total);
  return rest === 0 ? null : `${formatMoney(Math.abs(rest))} ${rest > 0 === total > 0 ? "is left" : "is too much"}.`;
}

/** Returns the part of `total` (kobo) that these amounts do not cover. */
export const remainingSplitAmount = (amounts: readonly number[], total: number) =>
  total - amounts.reduce((sum, amount) => sum + amount, 0);
