import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNumberShortenedByExcel, SHORTENED_NUMBER_MESSAGE, toPlainNumber } from "./cell-text";
import { isEmailHeader, isPhoneHeader, isPromotionCodeHeader } from "./columns";
import { pickPeople, pickPromotionCodes } from "./pick-values";
import { readTextRows } from "./text-rows";

const pickPeopleFrom = (text: string) => pickPeople(readTextRows(text));
const pickCodesFrom = (text: string) => pickPromotionCodes(readTextRows(text));
const foundEntries = (text: string) => pickPeopleFrom(text).entries.map(({ row, text: value }) => [row, value]);

describe("headers", () => {
  it.each([
    ...["Phone", "Phone No.", "phone_number", "PHONE NUMBER", "Mobile", "Mobile number", "Mobile No", "GSM", "GSM No."],
    ...["Tel", "Tel.", "Telephone", "MSISDN", "WhatsApp number", "Whatsapp", "Cell phone", "Phone (WhatsApp)"],
    ...["Customer Phone", "Contact number", "Phone 1", "Phone_Nos"],
  ])("recognises %s as a phone column", (header) => expect(isPhoneHeader(header)).toBe(true));

  it.each(["Name", "No", "Next of kin phone", "Phone model", "Line", "Telegram", "Amount", ""])(
    "does not recognise %j as a phone column",
    (header) => expect(isPhoneHeader(header)).toBe(false),
  );

  it("recognises columns of emails and promotion codes by their header", () => {
    expect(["Email", "E-mail", "Email Address", "EMAIL_ID"].map(isEmailHeader)).toEqual([true, true, true, true]);
    expect(["Code", "Promo code", "Voucher No.", "codes", "Zip code"].map(isPromotionCodeHeader)).toEqual([
      ...[true, true, true, true],
      false,
    ]);
  });
});

describe("pickPeople", () => {
  it("finds the column that identifies people by its header, even below title rows", () => {
    expect(foundEntries("Members of 2026;;\n\nNo;Name;Phone No.\n1;Ada;08030001234\n2;Eze;08030005678")).toEqual([
      [4, "08030001234"],
      [5, "08030005678"],
    ]);
  });

  it("finds the column that identifies people by its values if the table has no known header", () => {
    const rows = "1,Ada Obi,08030001234\n2,Eze,+234 803 000 5678\n";
    expect(foundEntries(rows)).toEqual([
      [1, "08030001234"],
      [2, "+234 803 000 5678"],
    ]);
    expect(foundEntries(`S/N,Nom,Numéro\n${rows}`)[0]).toEqual([2, "08030001234"]);
    expect(foundEntries("08030001234,Ada,ada@example.com\n,Eze,eze@example.com\n08030005678,Ini,\n")).toEqual([
      [1, "08030001234"],
      [2, "eze@example.com"],
      [3, "08030005678"],
    ]);
    expect(pickPeopleFrom(`S/N,Nom,Numéro\n${rows}`).column).toBe("column C “Numéro”");
  });

  it("identifies a person by the phone number, else by the email address, else by the id", () => {
    const id = "019b76da-afc5-77b8-b3c0-9fbab7704c17";
    const table = `ID,Email,Phone\n1,ada@example.com,08030001234\n2,eze@example.com,\n${id},,\n,,\n`;
    expect(foundEntries(table)).toEqual([
      [2, "08030001234"],
      [3, "eze@example.com"],
      [4, id],
    ]);
  });

  it("pickPeople ignores a column of row numbers whose header is “id”", () => {
    const { entries, problems } = pickPeopleFrom("Id,Phone,Name\n1,08030001234,Ada\n2,,Eze");
    expect(entries).toEqual([{ row: 2, text: "08030001234" }]);
    expect(problems).toEqual([{ row: 3, text: "", problem: "This row has no phone number, email or user id." }]);
  });

  it("lists the columns of a table in the error message if no column can be recognised", () => {
    expect(() => pickPeopleFrom("Name,Amount\nAda,500\nEze,700")).toThrow(
      "No column was recognised as phone numbers, emails or user ids. The columns are: A “Name”, B “Amount”. Write “Phone” above the right one, then choose the file again.",
    );
    expect(() => pickPeopleFrom("08030001234,Ada,08050001234\n08030005678,Eze,08050005678")).toThrow(
      "More than one column could be the phone numbers, emails or user ids: A “08030001234”, C “08050001234”. Write “Phone” above the right one",
    );
  });

  it("treats a word below a number as a row, not as a header", () => {
    expect(foundEntries("08030001234\nphone")).toEqual([
      [1, "08030001234"],
      [2, "phone"],
    ]);
  });

  it("reads phone numbers, emails and ids in the notations of our exports and of spreadsheets", () => {
    const cells = ["'+2348030001234", '="08030001234"', "2348030001234.0", "2348030001234,0", "2.348030001234E+12"];
    expect(
      foundEntries(`Phone\tName\n${cells.map((cell) => `${cell}\tAda`).join("\n")}`).map(([, text]) => text),
    ).toEqual([...["+2348030001234", "08030001234", "2348030001234", "2348030001234", "2348030001234"]]);
    expect(foundEntries("phone\n8030001234\n")).toEqual([[2, "8030001234"]]);
  });

  it("refuses each row with a number whose digits Excel dropped", () => {
    const { entries, problems } = pickPeopleFrom("phone\n2.34803E+12\n2,34803E+12\n2.34806e12\n08030001234\n");
    expect(entries).toEqual([{ row: 5, text: "08030001234" }]);
    expect(problems.map(({ row, problem }) => [row, problem])).toEqual(
      [2, 3, 4].map((row) => [row, SHORTENED_NUMBER_MESSAGE]),
    );
  });

  it("truncates long values and replaces invalid characters, so that the API refuses only the row with such a value", () => {
    expect(foundEntries(`08\u000003\n${"x".repeat(253)}😀\n0805`).map(([, text]) => text)).toEqual([
      ...["08\uFFFD03", `${"x".repeat(253)}\uFFFD`, "0805"],
    ]);
  });
});

describe("pickPromotionCodes", () => {
  it("reads promotion codes from the column with their header, or from one line per code", () => {
    expect(pickCodesFrom("Note,Promo Code\nx,SUMMER-24\ny,winter-24\n")).toMatchObject({
      entries: [
        { row: 2, text: "SUMMER-24" },
        { row: 3, text: "winter-24" },
      ],
      column: "column B “Promo Code”",
      head: { row: 1, text: "Promo Code" },
    });
    expect(pickCodesFrom(" summer \n\nWINTER-24").entries).toEqual([
      { row: 1, text: "summer" },
      { row: 3, text: "WINTER-24" },
    ]);
    expect(pickCodesFrom("CODE-24\nCODE-25").entries).toHaveLength(2);
    expect(pickCodesFrom("").entries).toEqual([]);
  });

  it("distinguishes promotion codes from other columns by their format", () => {
    expect(pickCodesFrom("SUMMER-24,for Ada\nWINTER-24,for Eze").entries.map(({ text }) => text)).toEqual([
      ...["SUMMER-24", "WINTER-24"],
    ]);
    expect(() => pickCodesFrom("SUMMER-24,WINTER-24")).toThrow("More than one column could be the codes");
  });
});

describe("toPlainNumber and isNumberShortenedByExcel", () => {
  it("toPlainNumber keeps all digits of a phone number in every number format", () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000_000, max: 9_999_999_999_999 }), (number) => {
        const digits = String(number);
        const exponentForm = `${digits[0]}.${digits.slice(1)}E+${digits.length - 1}`;
        for (const numberForm of [digits, `${digits}.0`, `${digits}.00`, number.toLocaleString("en"), exponentForm]) {
          expect(isNumberShortenedByExcel(numberForm)).toBe(false);
          expect(toPlainNumber(numberForm)).toBe(digits);
        }
        expect(isNumberShortenedByExcel(`${digits[0]}.${digits.slice(1, 6)}E+${digits.length - 1}`)).toBe(
          digits.length > 6,
        );
      }),
    );
  });

  it.each(["ada@example.com", "WINTER-24", "1,250", "1.5", "0803.5", "2E3X", "10.50"])("keeps %s unchanged", (text) => {
    expect(toPlainNumber(text)).toBe(text);
    expect(isNumberShortenedByExcel(text)).toBe(false);
  });
});
