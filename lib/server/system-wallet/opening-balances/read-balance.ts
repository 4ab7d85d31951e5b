import "server-only";
import { readAmount } from "@/lib/contract/money.values";
import { phone as phoneNumber } from "@/lib/contract/person";
import { MOVEMENT_MAX } from "@/lib/contract/system-wallet.values";
import { cellText, EXTERNAL_ID_COLUMNS } from "@/lib/server/user/import/read-cell";
import { FileProblem, type FileRow } from "@/lib/server/user/import/read-file";
import { cleanCell, isShortened, SHORTENED } from "@/lib/tables/cell-text";
import { columnName, isPhoneColumn } from "@/lib/tables/columns";

/** A line of a file of opening balances. Without an id it has a phone number, in the form of accounts. `amount`: kobo. */
export type BalanceLine = { line: number; external_id: string | null; phone: string | null; amount: number };
export type ReadLine = BalanceLine | { line: number; problem: string };

/** Accepted column names, in lower case without spaces and punctuation. */
const COLUMNS: Record<"external_id" | "balance", readonly string[]> = {
  external_id: EXTERNAL_ID_COLUMNS,
  balance: ["balance", "openingbalance", "walletbalance", "balanceinnaira", "balancenaira", "balancengn", "amount"],
};
type Field = keyof typeof COLUMNS | "phone";
const isOf = (field: Field, column: string) =>
  field === "phone" ? isPhoneColumn(column) : COLUMNS[field].includes(columnName(column));

/** @throws FileProblem for a file that lacks a column, or has two that could contain the balance */
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

/** Reads a line of a file of opening balances, or returns a sentence about what is wrong with it. */
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
  const phone = typed ? phoneNumber.safeParse(cleanCell(typed)) : null;
  if (phone?.error) return { line, problem: `phone: ${phone.error.issues[0]?.message}` };
  const amount = koboOf(of("balance"));
  if (typeof amount === "string") return { line, problem: `balance: ${amount}` };
  return { line, external_id, phone: phone?.data ?? null, amount };
}

/** Rounds 434.99999999999994 to 435: the error of a spreadsheet formula is far below a kobo, so it can't be intended. */
const withoutRest = (cell: unknown) =>
  typeof cell === "number" && Math.abs(cell * 100 - Math.round(cell * 100)) < 1e-4
    ? Math.round(cell * 100) / 100
    : cell;

/** Returns the kobo of an amount written in naira (`₦1,250`, `NGN 1,250.50`), or what is wrong with it. */
function koboOf(text: string): number | string {
  const kobo = readAmount(text);
  return typeof kobo === "number" && kobo > MOVEMENT_MAX ? "This amount is too large." : kobo;
}
