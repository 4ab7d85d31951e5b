import "server-only";
import { parseNaira } from "@/lib/contract/money.values";
import { phone as phoneNumber } from "@/lib/contract/person";
import { MOVEMENT_MAX } from "@/lib/contract/system-wallet.values";
import {
  cellText,
  columnName,
  EXTERNAL_ID_COLUMNS,
  isShortened,
  PHONE_COLUMNS,
  phoneText,
  SHORTENED,
} from "@/lib/server/user/import/read-cell";
import { FileProblem, type FileRow } from "@/lib/server/user/import/read-file";

/** A line of a file of opening balances. A line without an id has a phone number as accounts store it. `amount`: kobo. */
export type BalanceLine = { line: number; external_id: string | null; phone: string | null; amount: number };
export type ReadLine = BalanceLine | { line: number; problem: string };

/** Names of columns without case, spaces and signs. */
const COLUMNS: Record<"external_id" | "phone" | "balance", readonly string[]> = {
  external_id: EXTERNAL_ID_COLUMNS,
  phone: PHONE_COLUMNS,
  balance: ["balance", "openingbalance", "walletbalance", "balanceinnaira", "balancenaira", "balancengn", "amount"],
};
type Field = keyof typeof COLUMNS;
const isOf = (field: Field, column: string) => COLUMNS[field].includes(columnName(column));

/** @throws FileProblem for a file that lacks a column, or has two that could be the balance */
export function checkColumns(columns: readonly string[]): void {
  const has = (field: Field) => columns.some((column) => isOf(field, column));
  const missing = [
    ...(has("external_id") || has("phone") ? [] : ["external_id or phone"]),
    ...(has("balance") ? [] : ["balance"]),
  ];
  if (missing.length) throw new FileProblem(`The file has no column for: ${missing.join(", ")}.`);
  const balances = columns.filter((column) => isOf("balance", column));
  if (balances.length > 1)
    throw new FileProblem(`More than one column could be the balance: ${balances.join(", ")}. Keep one.`);
}

/** Reads a line of a file of opening balances, or says in a sentence what is wrong with it. */
export function readBalance({ line, cells, problem }: FileRow): ReadLine {
  if (problem) return { line, problem };
  const of = (field: Field) =>
    Object.entries(cells)
      .filter(([column]) => isOf(field, column))
      .map(([, cell]) => cellText(field === "balance" ? withoutRest(cell) : cell))
      .find((text) => text !== "") ?? "";
  const external_id = of("external_id") || null;
  const typed = of("phone");
  if (!external_id && !typed) return { line, problem: "external_id: Enter the citizen's id or phone number." };
  if (isShortened(typed)) return { line, problem: `phone: ${SHORTENED}` };
  const phone = typed ? phoneNumber.safeParse(phoneText(typed)) : null;
  if (phone?.error) return { line, problem: `phone: ${phone.error.issues[0]?.message}` };
  const amount = koboOf(of("balance"));
  if (typeof amount === "string") return { line, problem: `balance: ${amount}` };
  return { line, external_id, phone: phone?.data ?? null, amount };
}

/** 435 of 434.99999999999994: what a formula of a spreadsheet calculates differs from whole kobo by less than can be meant. */
const withoutRest = (cell: unknown) =>
  typeof cell === "number" && Math.abs(cell * 100 - Math.round(cell * 100)) < 1e-4
    ? Math.round(cell * 100) / 100
    : cell;

/** Kobo of an amount as people write it in naira (`₦1,250`, `NGN 1,250.50`), or what is wrong with it. */
function koboOf(text: string): number | string {
  const bare = text.replace(/^([-−(]?)\s*(?:₦|NGN|N)\s*/i, "$1");
  if (/^[-−(]|-$/.test(bare)) return "The balance can't be below zero.";
  if (/^[\d,]+\.\d{3,}$/.test(bare)) return "An amount has at most two decimals.";
  const kobo = parseNaira(bare);
  if (kobo === null) return "Enter an amount such as 1,250.50.";
  return kobo > MOVEMENT_MAX ? "This amount is too large." : kobo;
}
