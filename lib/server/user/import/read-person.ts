import "server-only";
import { z } from "zod";
import { instantInput, oneLine } from "@/lib/contract/common";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import { languageCode } from "@/lib/contract/content-entries-drafts";
import { LGAS } from "@/lib/contract/lgas.values";
import { emailOrNone, personFields } from "@/lib/contract/person";
import { EXTERNAL_ID_LENGTH_MAX } from "@/lib/contract/user.values";
import { isAdult } from "@/lib/server/base/time";
import { cleanCell, isNumberShortenedByExcel, SHORTENED_NUMBER_MESSAGE } from "@/lib/tables/cell-text";
import { isEmailHeader, isPhoneHeader, normaliseHeader } from "@/lib/tables/columns";
import { cellText, EXTERNAL_ID_COLUMNS } from "./read-cell";
import { FileError, type FileRow } from "./read-file";

const person = z.object({
  external_id: oneLine(EXTERNAL_ID_LENGTH_MAX, 1),
  ...personFields,
  email: emailOrNone.default(null),
  address: oneLine(200).default(""),
  language: languageCode.default(SOURCE_LANGUAGE),
  tier: z.coerce
    .number<unknown>("Use 0, 1, 2 or 3.")
    .int("Use 0, 1, 2 or 3.")
    .min(0, "Use 0, 1, 2 or 3.")
    .max(3, "Use 0, 1, 2 or 3.")
    .default(0),
  status: z
    .enum(["active", "suspended", "closed"], "Use active, suspended or closed. Restrict accounts in User Management.")
    .default("active"),
  joined_at: instantInput
    // Accepts up to one hour in the future, because a date is stored as midnight UTC, which is one hour after midnight in Lagos.
    .refine((timeText) => new Date(timeText).getTime() <= Date.now() + 3_600_000, "Use a day that has come.")
    .optional(),
});
/** A person as a row of the file describes them. */
export type ImportedPerson = z.output<typeof person>;
type Field = keyof ImportedPerson;

/** Accepted column names, without case, spaces and punctuation. */
const COLUMN: Record<Field, readonly string[]> = {
  external_id: EXTERNAL_ID_COLUMNS,
  first_name: ["firstname", "givenname", "forename"],
  middle_name: ["middlename", "othernames", "othername"],
  last_name: ["lastname", "surname", "familyname"],
  phone: ["phone"],
  email: ["email", "mail"],
  date_of_birth: ["dateofbirth", "dob", "birthdate", "birthday"],
  gender: ["gender", "sex"],
  lga: ["lga", "localgovernment", "localgovernmentarea"],
  address: ["address", "homeaddress", "residentialaddress"],
  language: ["language", "lang"],
  tier: ["tier", "kyctier", "kyclevel"],
  status: ["status", "accountstatus"],
  joined_at: ["joinedat", "joined", "datejoined", "createdat", "registeredat"],
};
const FIELDS = new Map(Object.entries(COLUMN).flatMap(([field, names]) => names.map((name) => [name, field as Field])));

const REQUIRED_FIELDS = ["external_id", "first_name", "last_name", "phone", "date_of_birth", "gender", "lga"] as const;

/** Returns the field of a column, or undefined for a column that is ignored. */
export function personFieldOf(column: string): Field | undefined {
  const field = FIELDS.get(normaliseHeader(column));
  if (field) return field;
  if (isPhoneHeader(column)) return "phone";
  return isEmailHeader(column) ? "email" : undefined;
}

/** Checks that a file has the required columns. @throws FileError */
export function checkPersonColumns(columns: readonly string[]): void {
  const missingFields = REQUIRED_FIELDS.filter((field) => !columns.some((column) => personFieldOf(column) === field));
  if (missingFields.length) throw new FileError(`The file has no column for: ${missingFields.join(", ")}.`);
}

/** Result of parsing a row: the person, or a sentence for each error. */
export type ParsedPersonRow = { line: number; person: ImportedPerson } | { line: number; problem: string };

/** Reads a row as an adult person, or returns a sentence for each error. */
export function parsePerson({ line: number, cells, problem }: FileRow): ParsedPersonRow {
  if (problem) return { line: number, problem };
  const values: Partial<Record<Field, unknown>> = {};
  for (const [column, cell] of Object.entries(cells)) {
    const field = personFieldOf(column);
    const text = cellAsText(cell, field);
    // If two columns have the same meaning, such as "Phone" and "Mobile", uses the first non-empty cell.
    if (field && text !== "" && values[field] === undefined) values[field] = FIELD_PARSERS[field]?.(text) ?? text;
  }
  if (isNumberShortenedByExcel(String(values.phone)))
    return { line: number, problem: `phone: ${SHORTENED_NUMBER_MESSAGE}` };
  const parsedPerson = person.safeParse(values);
  if (!parsedPerson.success)
    return {
      line: number,
      problem: parsedPerson.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join(" "),
    };
  if (!isAdult(parsedPerson.data.date_of_birth, new Date()))
    return { line: number, problem: "date_of_birth: An account can be opened from the age of 18." };
  return { line: number, person: parsedPerson.data };
}

function cellAsText(cell: unknown, field: Field | undefined): string {
  if (cell instanceof Date) return field === "joined_at" ? cell.toISOString() : cell.toISOString().slice(0, 10);
  return cellText(cell);
}

const FIELD_PARSERS: Partial<Record<Field, (text: string) => string | undefined>> = {
  phone: cleanCell,
  date_of_birth: parseDay,
  joined_at: (text) => (/^\d{4}-\d\d-\d\d$/.test(parseDay(text)) ? `${parseDay(text)}T00:00:00Z` : text),
  gender: (text) => ({ f: "female", female: "female", m: "male", male: "male" })[text.toLowerCase()],
  lga: (text) => LGAS.find((lga) => lettersOnly(lga) === lettersOnly(text)),
  status: (text) => text.toLowerCase(),
  tier: (text) => /^(?:tier\s*)?([0-3])(?:\.0+)?$/i.exec(text)?.[1] ?? "none",
  language: (text) => text.replace(/^[A-Z]+/, (code) => code.toLowerCase()),
};

/** Parses dates in the Nigerian formats `21/11/1990` and `21-11-1990`, and in ISO format. */
function parseDay(text: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text.replace(/[T ].*$/, "");
}

const lettersOnly = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
