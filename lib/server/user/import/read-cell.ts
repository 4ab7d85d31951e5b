import "server-only";

/** A cell as one would type it: without invisible signs, and without the signs by which Excel and our own exports mark text. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return String(cell)
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\s\u00A0]+/g, " ")
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "")
    .trim();
}

/** A column's name without case, spaces and signs. */
export const columnName = (column: string) => column.toLowerCase().replace(/[^a-z]/g, "");

/** Other names of columns that name a citizen, as `columnName` writes them. */
export const EXTERNAL_ID_COLUMNS: readonly string[] = ["externalid", "id", "userid", "appid", "customerid"];
export const PHONE_COLUMNS: readonly string[] = [
  ...["phone", "phoneno", "phonenumber", "mobile", "mobileno", "mobilenumber", "telephone", "gsm"],
];

/** Whether Excel took a long number for one and shortened it: 2.34803E+12. */
export const isShortened = (text: string) => /^\d([.,]\d+)?E\+\d+$/i.test(text);
export const SHORTENED = "Excel shortened this number. Format the column as text and save the file again.";

/** A phone number without what a spreadsheet adds to a number, as in `8031234567.0`, and without dots and slashes. */
export const phoneText = (text: string) => text.replace(/\.0+$/, "").replace(/[./]/g, "");
