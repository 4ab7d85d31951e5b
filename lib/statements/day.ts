import { STATEMENT_DATE_FORMATS } from "@/lib/contract/reconciliation.values";
import type { DayFormat } from "./layout";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Matches day, month and year in any order, with digits or the month's name, optionally followed by a time or zone. */
const DATE_PARTS =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)?(\d{1,4}|[a-z]{3,9})\.?[\s./-]{1,3}(\d{1,2}|[a-z]{3,9})\.?,?[\s./-]{1,3}(\d{1,4})(?:$|[\sT,].*)/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:$|T.*)/;

/** Day 0 of a spreadsheet's serial dates is 30 December 1899. Accepts serial dates of the years 2000 to 2099. */
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30);
const [MIN_SERIAL, MAX_SERIAL] = [36_526, 73_050];

/** Reads a date of a statement. Returns the ISO 8601 day, or null if the cell is no date in this format. */
export function parseDay(cell: string | number | Date, format: DayFormat): string | null {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell.toISOString().slice(0, 10);
  if (typeof cell === "number") return dayOfSerial(cell);
  const text = cell.trim().replace(/^'/, "");
  // Five digits can only be a spreadsheet's serial date.
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return dayOfSerial(Number(text));
  const compact = format === "ymd" ? COMPACT.exec(text) : null;
  const [, first = "", second = "", third = ""] = compact ?? DATE_PARTS.exec(text) ?? [];
  if (!first) return null;
  const isoOrder = first.length === 4 && /^\d/.test(first);
  if (isoOrder !== (format === "ymd")) return null;
  if (isoOrder) return isoDay(first, second, third);
  return format === "mdy" ? isoDay(third, first, second) : isoDay(third, second, first);
}

function dayOfSerial(serial: number): string | null {
  if (!(serial >= MIN_SERIAL && serial < MAX_SERIAL)) return null;
  return new Date(SERIAL_EPOCH_MS + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10);
}

function isoDay(year: string, month: string, day: string): string | null {
  if (year.length !== 2 && year.length !== 4) return null;
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const [y, m, d] = [Number(year.length === 2 ? `20${year}` : year), named || Number(month), Number(day)];
  if (!Number.isInteger(y) || !Number.isInteger(m) || !Number.isInteger(d)) return null;
  const date = new Date(Date.UTC(y, m - 1, d));
  const isReal = y >= 2000 && y < 2100 && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** Returns the date format that fits most of these cells, day first if several fit equally; null if it fits fewer than half. */
export function guessDayFormat(cells: readonly (string | number | Date)[]): DayFormat | null {
  const filled = cells.filter((cell) => typeof cell !== "string" || cell.trim());
  const scores = STATEMENT_DATE_FORMATS.map(
    (format) => filled.filter((cell) => parseDay(cell, format) !== null).length,
  );
  const best = Math.max(...scores);
  return best > 0 && best >= filled.length / 2 ? (STATEMENT_DATE_FORMATS[scores.indexOf(best)] ?? null) : null;
}
