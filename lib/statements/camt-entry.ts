import { STATEMENT_REFERENCE_LENGTH_MAX } from "@/lib/contract/reconciliation.values";
import { lagosDay } from "@/lib/format";
import { cleanBankText, lineError, type StatementLine } from "./statement";

/** Amount as text, and its currency. */
export type CamtAmount = { value: string; currency: string };

/** Fields of an entry (`Ntry`) from which a statement line is made. */
export type CamtEntry = {
  number: number;
  amount: CamtAmount | null;
  isCredit: boolean | null;
  state: string;
  booked: string;
  value: string;
  ownReference: string;
  bankReference: string;
  endToEnd: string[];
  purpose: string[];
  more: string[];
  names: string[];
  details: number;
};

/** Creates an entry without values, which `setCamtEntryField` fills. `number`: its position in the file. */
export const newCamtEntry = (number: number): CamtEntry => ({
  ...{ number, amount: null, isCredit: null, state: "", booked: "", value: "", ownReference: "", bankReference: "" },
  ...{ endToEnd: [], purpose: [], more: [], names: [], details: 0 },
});

/** Stores a field of an entry. `path`: the field's path below the element `Ntry`. */
export function setCamtEntryField(entry: CamtEntry, path: string, text: string, currency: string): void {
  if (path === "Amt") entry.amount = { value: text, currency: currency };
  else if (path === "CdtDbtInd") entry.isCredit = isCreditMark(text);
  else if (path === "Sts" || path === "Sts/Cd") entry.state ||= text;
  else if (/^BookgDt\/(?:Dt|DtTm)$/.test(path)) entry.booked = text;
  else if (/^ValDt\/(?:Dt|DtTm)$/.test(path)) entry.value = text;
  else if (path === "NtryRef") entry.ownReference = text;
  else if (path === "AcctSvcrRef") entry.bankReference = text;
  else if (path.endsWith("TxDtls/Refs/EndToEndId") && text !== "NOTPROVIDED") entry.endToEnd.push(text);
  else if (/TxDtls\/RmtInf\/(?:Ustrd|Strd\/CdtrRefInf\/Ref)$/.test(path)) entry.purpose.push(text);
  else if (path === "AddtlNtryInf" || path.endsWith("TxDtls/AddtlTxInf")) entry.more.push(text);
  else if (/TxDtls\/RltdPties\/(?:Dbtr|Cdtr)\/(?:Pty\/)?Nm$/.test(path)) entry.names.push(text);
}

/** Reads `CdtDbtInd`. Returns true for a credit (money that arrived), false for a debit, null for another value. */
export const isCreditMark = (text: string) => (text === "CRDT" ? true : text === "DBIT" ? false : null);

/** Converts an entry to a statement line. @throws StatementError that names the entry */
export function toStatementLine(entry: CamtEntry): StatementLine {
  const fail = (problem: string) => lineError(entry.number, problem, "Entry");
  if (!entry.amount) throw fail("the amount is missing.");
  if (entry.isCredit === null) throw fail("it is neither a credit nor a debit.");
  const kobo = camtAmountToKobo(entry.amount, fail);
  if (kobo === 0) throw fail("the amount is zero.");
  const day = lagosDayOf(entry.booked || entry.value);
  if (!day) throw fail(`“${cleanBankText(entry.booked || entry.value, 40)}” is not a date.`);
  // The purpose and names in a batch belong to single payments, so they don't describe the line with the batch's total.
  const isBatch = entry.details > 1;
  const narration = [...(isBatch ? [] : entry.purpose), ...entry.more, ...(isBatch ? [] : entry.names)];
  return {
    line: entry.number,
    day,
    amount: entry.isCredit ? kobo : -kobo,
    balance: null,
    narration: cleanBankText([...new Set(narration)].join(" ")),
    reference: cleanBankText(
      (isBatch ? "" : entry.endToEnd[0]) || entry.ownReference || entry.bankReference,
      STATEMENT_REFERENCE_LENGTH_MAX,
    ),
  };
}

/** Converts an amount to kobo. Throws the error that `fail` creates for another currency or an invalid amount. */
export function camtAmountToKobo({ value, currency }: CamtAmount, fail: (problem: string) => Error): number {
  if (currency !== "NGN")
    throw fail(`the amount is in ${currency || "no currency"}. Only accounts in naira are reconciled.`);
  const [, naira, decimals = ""] = /^(\d{1,15})(?:\.(\d{1,5}))?$/.exec(value) ?? [];
  if (naira === undefined || /[1-9]/.test(decimals.slice(2)))
    throw fail(`“${cleanBankText(value, 40)}” is not an amount in naira and kobo.`);
  const kobo = Number(naira + decimals.slice(0, 2).padEnd(2, "0"));
  if (!Number.isSafeInteger(kobo)) throw fail(`“${value}” is too large.`);
  return kobo;
}

/** Returns the last day of a period. Some banks end the period at midnight of the next day. */
export function lastDayOfPeriod(text: string): string | null {
  const day = lagosDayOf(text);
  const isMidnight = /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?$/.test(text);
  return day && isMidnight ? new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10) : day;
}

/** Returns the Lagos day of a date or time; null for other text. A time without a zone is Lagos time. */
export function lagosDayOf(text: string): string | null {
  if (/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text)) {
    const instant = Date.parse(text);
    return Number.isNaN(instant) ? null : lagosDay(instant);
  }
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  return day && !Number.isNaN(Date.parse(day)) && new Date(Date.parse(day)).toISOString().startsWith(day) ? day : null;
}
