import { z } from "zod";
import { day, email, searchWords } from "./common";
import { LGAS } from "./lgas.values";
import { cleanPastedLine } from "./pasted.values";
import { personName } from "./person-name";
import { readPhone } from "./phone.values";

/** A Nigerian phone number in any form that `readPhone` accepts, stored as `+2348031234567`. */
export const phone = z
  .string("Enter a phone number.")
  .max(60, "This number is too long.")
  .transform((typedPhone) => readPhone(typedPhone) ?? "")
  .refine((number) => number !== "", "Enter a Nigerian number such as 0803 123 4567.");

/** An optional email address, stored in lower case; null if empty. */
export const emailOrNone = z.preprocess(
  (value) => (typeof value === "string" && value.length < 300 ? cleanPastedLine(value) || null : value),
  email.nullable(),
);

export const lga = z.enum(LGAS, "Choose a local government area.");

/** Input of the calls that find a person by name, phone or email. */
export const personSearch = z.strictObject({ q: searchWords(200, 2) });

/** Personal details in accounts and identity requests. */
export const personFields = {
  first_name: personName(60, 1),
  middle_name: personName(60).default(""),
  last_name: personName(60, 1),
  date_of_birth: day.refine((value) => value >= "1900-01-01" && value <= today(), "Use a day between 1900 and today."),
  gender: z.enum(["female", "male"], "Choose one."),
  phone,
  lga,
};

/** Response schemas of the fields in `personFields`. */
export const personOutput = {
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  date_of_birth: day,
  gender: z.enum(["female", "male"]),
  phone: z.string(),
  lga: z.enum(LGAS),
};

/** Returns today in Lagos. */
function today() {
  return new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
}
