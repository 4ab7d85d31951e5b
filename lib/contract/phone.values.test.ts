import { describe, expect, it } from "vitest";
import { emergencyNumberCreation } from "./app-config-emergency-numbers";
import { email, requiredText } from "./common";
import { emailOrNone, phone } from "./person";
import { formatPhoneGroups, readPhone } from "./phone.values";

/** Notations of the same number, as found in issue reports. */
const PHONES = [
  ...["08030001234", "8030001234", "tel:+2348030001234", "'+2348030001234", "\u202a+2348030001234\u202c"],
  ...[
    "0803\u00a0000\u00a01234",
    "0803\u2011000\u20111234",
    "+234 (0) 803 000 1234",
    "002348030001234",
    "(0803) 000-1234",
  ],
  ...["2348030001234", "0803.000.1234", "0803/000/1234", "8030001234.0", '="+2348030001234"', "Tel: 0803 000 1234"],
  ...["+234-803-000-1234", "+2340803 000 1234", "00 234 803 000 1234", "“0803 000 1234”.", "０８０３０００１２３４"],
];

describe("readPhone", () => {
  it.each(PHONES)("readPhone parses the phone number %j", (typedPhone) => {
    expect(readPhone(typedPhone)).toBe("+2348030001234");
    expect(phone.parse(typedPhone)).toBe("+2348030001234");
  });

  it.each([
    "",
    "0803",
    "080300012345",
    "803000123",
    "0803000123.0",
    "+447911123456",
    "2.34803E+12",
    "0803 000 1234 / 0805",
  ])("readPhone refuses the phone number %j", (typedPhone) => {
    expect(readPhone(typedPhone)).toBeNull();
    expect(phone.safeParse(typedPhone).error?.issues[0]?.message).toBe(
      "Enter a Nigerian number such as 0803 123 4567.",
    );
  });
});

describe("emergencyNumberCreation", () => {
  const pastedNumber = (number: string) =>
    emergencyNumberCreation.safeParse({ name: "Fire service", number, category: "fire", lga: null });

  it.each([
    ...["0803\u00a0123\u00a04567", "0803\u2011123\u20114567", "(0803) 123-4567", "0803 123 4567", "tel:0803 123 4567"],
    ...["0803–123–4567", "0803\u200b 123 4567", "'0803 123 4567", "0803.123.4567"],
  ])("emergencyNumberCreation stores %j as 0803 123 4567", (number) => {
    expect(formatPhoneGroups(number)).toBe("0803 123 4567");
    expect(pastedNumber(number).data?.number).toBe("0803 123 4567");
  });

  it("emergencyNumberCreation keeps short and international numbers; refuses words and two numbers", () => {
    expect(pastedNumber("112").data?.number).toBe("112");
    expect(pastedNumber("+234 (0) 803 123 4567").data?.number).toBe("+234 803 123 4567");
    for (const typedPhone of ["112  113", "11-2-", "112 (Ikom) 199"])
      expect(pastedNumber(typedPhone).success, typedPhone).toBe(false);
    expect(pastedNumber("call me").error?.issues[0]?.message).toBe("Enter a number such as 112 or 0803 123 4567.");
  });
});

describe("email and emailOrNone", () => {
  it.each([
    ...["ADA.OBI@example.com", "mailto:ada.obi@example.com", "Ada Obi <ada.obi@example.com>", "<ada.obi@example.com>"],
    ...[" ada.obi@example.com\u200b", "ada.obi@example.com.", "ada.obi@example\u00ad.com", "“ada.obi@example.com”,"],
  ])("parses the email address %j", (typedPhone) => {
    expect(email.parse(typedPhone)).toBe("ada.obi@example.com");
    expect(emailOrNone.parse(typedPhone)).toBe("ada.obi@example.com");
  });

  it("email and emailOrNone refuse two addresses and text without an address; emailOrNone returns null for blanks", () => {
    for (const typedPhone of [
      "a@example.com, b@example.com",
      "A <a@example.com>; B <b@example.com>",
      "Ada Obi",
      "ada@",
    ])
      expect(email.safeParse(typedPhone).error?.issues[0]?.message, typedPhone).toBe(
        "Enter an email address such as ada@example.com.",
      );
    expect(emailOrNone.parse(" \u200b\u00a0")).toBeNull();
  });
});

describe("value far above its limit", () => {
  it("schemas refuse a text far above its maximum length without the slow cleaning of pasted values", () => {
    let cleanedCount = 0;
    const schema = requiredText(
      "Enter a code.",
      (typedPhone) => {
        cleanedCount++;
        return typedPhone;
      },
      40,
    ).max(40, "Too long.");
    expect(schema.safeParse("9".repeat(1_000_000)).error?.issues[0]?.message).toBe("Too long.");
    expect(cleanedCount).toBe(0);
    expect(schema.parse("9")).toBe("9");
    expect(cleanedCount).toBe(1);
  });
});
