import { z } from "zod";
import { day, email } from "./common";
import { LGAS } from "./kyc.values";
import { personName } from "./person-name";

/** A Nigerian phone number as it is stored, `+2348031234567`; spaces, hyphens, brackets and a leading 0 are accepted. */
export const phone = z
  .string("Enter a phone number.")
  .max(40, "This number is too long.")
  .transform((typed) =>
    typed
      .replace(/[\s()-]/g, "")
      .replace(/^(?:0|234)(?=\d{10}$)/, "+234")
      .replace(/^(?=[789]\d{9}$)/, "+234"),
  )
  .refine((number) => /^\+234\d{10}$/.test(number), "Enter a Nigerian number such as 0803 123 4567.");

/** In small letters, as it is stored; an empty text is none. */
export const emailOrNone = z.preprocess(
  (value) => (typeof value === "string" ? value.trim() || null : value),
  email.toLowerCase().nullable(),
);

export const lga = z.enum(LGAS, "Choose a local government area.");

/** What accounts and identity requests hold of a person. */
export const personFields = {
  first_name: personName(60, 1),
  middle_name: personName(60).default(""),
  last_name: personName(60, 1),
  date_of_birth: day.refine((value) => value >= "1900-01-01" && value <= today(), "Use a day between 1900 and today."),
  gender: z.enum(["female", "male"], "Choose one."),
  phone,
  lga,
};

/** The same as answers have it. */
export const personAnswer = {
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  date_of_birth: day,
  gender: z.enum(["female", "male"]),
  phone: z.string(),
  lga: z.enum(LGAS),
};

/** Today in Lagos. */
function today() {
  return new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
}
