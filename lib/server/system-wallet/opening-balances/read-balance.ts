import "server-only";
import { parseTypedAmount } from "@/lib/contract/money.values";
import { phone as phoneNumber } from "@/lib/contract/person";
import { MOVEMENT_AMOUNT_MAX } from "@/lib/contract/system-wallet.values";
import { cellText, EXTERNAL_ID_COLUMNS } from "@/lib/server/user/import/read-cell";
import { FileError, type FileRow } from "@/lib/server/user/import/read-file";
import { cleanCell, isNumberShortenedByExcel, SHORTENED_NUMBER_MESSAGE } from "@/lib/tables/cell-text";
import { isPhoneHeader, normaliseHeader } from "@/lib/tables/columns";

/** A line of a file of opening balances. If `external_id` is missing, it has a phone number in stored format. `amount`: kobo. */
export type BalanceLine = { line: number; external_id: string | null; phone: string | null; amount: number };
/** Result of parsing a line: the balance, or a sentence about the error. */
export type ParsedBalanceLine = BalanceLine | { line: number; problem: string };

/** Accepted column names, in lower case without spaces and punctuation. */
const COLUMN_NAMES: Record<"external_id" | "balance", readonly string[]> = {
  external_id: EXTERNAL_ID_COLUMNS,
  balance: ["balance", "openingbalance", "walletbalance", "balanceinnaira", "balancenaira", "balancengn", "amount"],
};
type BalanceField = keyof typeof COLUMN_NAMES | "phone";
const isColumnOf = (field: BalanceField, column: string) =>
  field === "phone" ? isPhoneHeader(column) : COLUMN_NAMES[field].includes(normaliseHeader(column));

/** Checks a file's columns. @throws FileError if one is missing, or two could contain the balance */
export function checkBalanceColumns(columns: readonly string[]): void {
  const hasColumn = (field: BalanceField) => columns.some((column) => isColumnOf(field, column));
  const missing = [
    ...(hasColumn("external_id") || hasColumn("phone") ? [] : ["external_id or phone"]),
    ...(hasColumn("balance") ? [] : ["balance"]),
  ];
  if (missing.length) throw new FileError(`The file has no column for: ${missing.join(", ")}.`);
  const balances = columns.filter((column) => isColumnOf("balance", column));
  if (balances.length > 1)
    throw new FileError(`More than one column could be the balance: ${balances.join(", ")}. Keep one.`);
}

/** Parses a line of a file of opening balances, or returns a sentence about its error. */
export function parseBalance({ line, cells, problem }: FileRow): ParsedBalanceLine {
  if (problem) return { line, problem };
  const cellOf = (field: BalanceField) =>
    Object.entries(cells)
      .filter(([column]) => isColumnOf(field, column))
      .map(([, cell]) => cellText(field === "balance" ? roundIfWhole(cell) : cell))
      .find((text) => text !== "") ?? "";
  const external_id = cellOf("external_id") || null;
  const typedPhone = cellOf("phone");
  if (!external_id && !typedPhone) return { line, problem: "external_id: Enter the citizen's id or phone number." };
  if (isNumberShortenedByExcel(typedPhone)) return { line, problem: `phone: ${SHORTENED_NUMBER_MESSAGE}` };
  const phone = typedPhone ? phoneNumber.safeParse(cleanCell(typedPhone)) : null;
  if (phone?.error) return { line, problem: `phone: ${phone.error.issues[0]?.message}` };
  const amount = koboOf(cellOf("balance"));
  if (typeof amount === "string") return { line, problem: `balance: ${amount}` };
  return { line, external_id, phone: phone?.data ?? null, amount };
}

/** Rounds 434.99999999999994 to 435: such a small difference is a rounding error of a spreadsheet formula. */
const roundIfWhole = (cell: unknown) =>
  typeof cell === "number" && Math.abs(cell * 100 - Math.round(cell * 100)) < 1e-4
    ? Math.round(cell * 100) / 100
    : cell;

/** Returns the kobo of an amount in naira (`₦1,250`, `NGN 1,250.50`), or an error message. */
function koboOf(text: string): number | string {
  const kobo = parseTypedAmount(text);
  return typeof kobo === "number" && kobo > MOVEMENT_AMOUNT_MAX ? "This amount is too large." : kobo;
}
