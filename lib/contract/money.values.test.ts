import { describe, expect, it } from "vitest";
import { kobo, nairaInput } from "./money";
import { nairaText, parseNaira, parseTypedAmount } from "./money.values";

describe("parseTypedAmount", () => {
  it.each([
    ...["1500", "1,500", "1,500.00", "₦1,500", "₦ 1,500.00", "N1500", "n1,500", "NGN 1500", "NGN1,500.00", "1500 NGN"],
    ...["1500 naira", "1,500 Naira only", "=N=1,500", "#1500", "1,500/=", "1,500.00/-", "1,500.", "1,500,", "1,500;"],
    ...["1 500", "1\u00a0500", "1\u2009500.00", "1\u202f500", "₦\u00a01,500", "1'500", "1’500.00", "'1500", "“1,500”"],
    ...['="1500"', "\u200b1500\u200b", " 1500\t", "1.500,00"],
  ])("parseTypedAmount reads %j as 1,500 naira", (typedAmount) => {
    expect(parseTypedAmount(typedAmount)).toBe(150_000);
  });

  it.each([
    ["1 500.50", 150_050],
    ["1.500,50", 150_050],
    ["1.500.000", 150_000_000],
    ["1.500.000,25", 150_000_025],
    ["12,345,678.90", 1_234_567_890],
    ["1.15", 115],
    ["5.5", 550],
    ["0.01", 1],
    ["0", 0],
  ])("parseTypedAmount reads %j as %s kobo", (typedAmount, amount) => {
    expect(parseTypedAmount(typedAmount)).toBe(amount);
  });

  it.each([
    ...[
      "1.500",
      "1,5",
      "1,50",
      "1500,50",
      "1500.500",
      "0,500",
      "1,50,000",
      "1 50 000",
      "1,500,50",
      "1,500 000",
      "15,00",
    ],
    ...["1.2.3", "1 500,50", "1500,000"],
  ])("parseTypedAmount refuses %j as ambiguous, with a clear example", (typedAmount) => {
    expect(parseTypedAmount(typedAmount)).toBe(
      "This amount is not clear. Use commas between thousands and a dot before kobo, such as 5,000 or 5,000.50.",
    );
    expect(parseNaira(typedAmount)).toBeNull();
  });

  it.each(["-500", "−500", "–500", "(1,500)", "₦-500", "-₦500", "500-", "(₦500)", "₦(500)"])(
    "parseTypedAmount refuses %j as negative",
    (typedAmount) => {
      expect(parseTypedAmount(typedAmount)).toMatch(/below zero/);
    },
  );

  it.each(["$500", "500 USD", "€500", "£1,500", "GHS 20"])("refuses %j as another currency", (typedAmount) => {
    expect(parseTypedAmount(typedAmount)).toMatch(/in naira/);
  });

  it.each(["", "abc", "1e3", "1.5k", "2m", "10²", "½", "12 bags", "₦", "N", "1500 kobo", "9".repeat(200)])(
    "parseTypedAmount refuses %j, which is not an amount",
    (typedAmount) => {
      expect(parseTypedAmount(typedAmount)).toMatch(/^(Enter an amount|This amount)/);
    },
  );
});

describe("schemas for amounts", () => {
  it("nairaInput converts every notation of an amount to the same format", () => {
    expect(["₦1,500", "1 500.50", "N1500", "1.500,50"].map((typedAmount) => nairaInput.parse(typedAmount))).toEqual(
      ["1500", "1500.50", "1500", "1500.50"], // biome-ignore format: one line
    );
    expect(nairaInput.safeParse("1.500").error?.issues[0]?.message).toMatch(/not clear/);
    expect(nairaInput.safeParse("9".repeat(15)).error?.issues[0]?.message).toBe("This amount is too large.");
  });

  it("the error of the `kobo` schema says what is ambiguous about an amount that a form could not parse", () => {
    const problem = (value: unknown) => kobo.safeParse(value).error?.issues[0]?.message;
    expect(problem("1.500")).toMatch(/not clear/);
    expect(problem("(500)")).toMatch(/below zero/);
    expect(problem(null)).toBe("Enter an amount such as 5,000 or 5,000.50.");
    expect(problem("1500")).toBe("Enter an amount such as 5,000 or 5,000.50.");
  });

  it("nairaText formats kobo as naira for an input field", () => {
    expect([0, 5, 150_000, 150_050].map(nairaText)).toEqual(["0", "0.05", "1500", "1500.50"]);
  });
});
