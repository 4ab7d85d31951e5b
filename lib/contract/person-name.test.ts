import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { contract } from "./contract";
import { personName } from "./person-name";

const nameSchema = personName(60, 1);
const nameErrorOf = (typedName: string) => nameSchema.safeParse(typedName).error?.issues[0]?.message;

describe("personName", () => {
  it.each([
    ["Mary", "Ita Giwa"],
    ["Ekaette", "Bassey-Duke"],
    ["Ọláyínká", "Adébáyọ̀"],
    ["Bella", "O’Neil"],
    ["Ɛkpɛnyɔŋ", "Efiɔm"],
    ["José", "da Silva Gomes"],
    ["J.R.", "Duke Jr."],
    ["Jean‑Paul", "D'Almeida"],
    ["فاطمة", "زكريا"],
    ["Νίκος", "Παππάς"],
  ])("personName accepts %s %s", (firstName, lastName) => {
    expect(nameSchema.parse(firstName)).toBe(firstName.normalize("NFC").replace("\u2011", "-"));
    expect(nameSchema.parse(lastName)).toBe(lastName.normalize("NFC"));
  });

  it("personName normalises accents and removes surrounding blanks", () => {
    expect(nameSchema.parse("Ọláyínká".normalize("NFD"))).toBe("Ọláyínká".normalize("NFC"));
    expect(nameSchema.parse("\u200b  Mary \u00a0 Ann\ufeff ")).toBe("Mary Ann");
  });

  it.each(["A\u200bda", "A\u202eda", "A\u034fda", "A\u200dda", "A\u3164d\u00ada", "\u200eAda\u200f"])(
    "personName stores %j as Ada, so that invisible characters can't create a second name that looks the same",
    (typedName) => {
      expect(nameSchema.parse(typedName)).toBe("Ada");
    },
  );

  it("personName removes invisible characters before it checks the name", () => {
    expect(nameErrorOf("prize.\u200bng")).toBe(
      "Put a space after each dot. A name can't contain a web or email address.",
    );
    expect(nameErrorOf("\u0410\u200dda")).toMatch(/mixes Cyrillic and Latin/);
    expect(nameErrorOf("\u3164\u034f")).toBe("This can't be empty.");
  });

  it.each([
    ["Ada1", "Leave numbers out of the name."],
    ["Prize https://x.ng", "Write the name only, without a web or email address."],
    ["ada@x.ng", "Write the name only, without a web or email address."],
    ["prize.ng", "Put a space after each dot. A name can't contain a web or email address."],
    ["\u0410da", "Use letters of one alphabet. This name mixes Cyrillic and Latin letters."],
    ["Ada & Co", "Use letters, apostrophes, hyphens, dots and spaces. “&” can't be part of a name."],
    ["'-.", "Use at least one letter."],
    ["\u200b", "This can't be empty."],
    ["\uff21da", "Use plain letters: “\uff21” is a styled one."],
    ["\u0301Ada", "An accent is in the wrong place. Type the name again."],
    ["Z\u0335\u0336\u0337\u0338\u0339da", "An accent is in the wrong place. Type the name again."],
    ["\u{12000}", "Use letters of a living alphabet."],
  ])("personName refuses the name %j", (typedName, message) => {
    expect(nameErrorOf(typedName)).toBe(message);
  });
});

/** Lists the fields of an input for a person's name, with their schemas. */
function findNameFields(schema: z.ZodType, fieldPath: string): [string, z.ZodType][] {
  const innerSchema = (schema as { unwrap?: () => z.ZodType }).unwrap?.() ?? (schema as { in?: z.ZodType }).in;
  const shape = (schema as { shape?: Record<string, z.ZodType> }).shape;
  if (shape)
    return Object.entries(shape).flatMap(([key, value]): [string, z.ZodType][] =>
      /^(first|middle|last|full)_name$/.test(key)
        ? [[`${fieldPath}.${key}`, value]]
        : findNameFields(value, `${fieldPath}.${key}`),
    );
  const options = (schema as { options?: z.ZodType[] }).options;
  if (options?.every((option) => typeof option === "object"))
    return options.flatMap((option) => findNameFields(option, fieldPath));
  const element = (schema as { element?: z.ZodType }).element;
  return element ? findNameFields(element, fieldPath) : innerSchema ? findNameFields(innerSchema, fieldPath) : [];
}

const nameFields = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).flatMap(([call, { "~orpc": declaration }]) =>
    declaration.inputSchema ? findNameFields(declaration.inputSchema as z.ZodType, `${group}.${call}`) : [],
  ),
);

describe("API inputs with a person's name", () => {
  it("exactly these API calls accept the name of a person as input", () => {
    const calls = [...new Set(nameFields.map(([path]) => path.split(".").slice(0, 2).join(".")))].sort();
    expect(calls).toEqual([
      "auth.register",
      "auth.setUp",
      "kyc.resubmit",
      "kyc.resubmitFromApp",
      "kyc.submit",
      "kyc.submitFromApp",
      "rp.createAdmin",
      "user.correct",
      "user.create",
      "user.openFromApp",
      "user.updateFromApp",
    ]);
  });

  it.each(nameFields)("API input %s applies the rules for person names", (_, schema) => {
    for (const typedName of ["Prize https://x.ng", "\u0410da", "prize\u200b.ng", "Ada1", "Ada, Obi"])
      expect(schema.safeParse(typedName).success, typedName).toBe(false);
    for (const typedName of ["Mary", "Ita Giwa", "Bassey-Duke", "Ọláyínká", "Adébáyọ̀", "O’Neil", "Ɛkpɛnyɔŋ", "Efiɔm"])
      expect(schema.safeParse(typedName).success, typedName).toBe(true);
    expect(schema.safeParse("\u200bIta\u00a0Gi\u200bwa ").data).toBe("Ita Giwa");
  });
});
