import { describe, expect, it } from "vitest";
import { parseNairaText, parsePercent, parseWholeNumber } from "./parse-typed-number";

describe("numbers in fields", () => {
  it.each([
    ["1000", 1_000],
    ["1,000", 1_000],
    ["1\u00a0000", 1_000],
    ["1 000 000", 1_000_000],
    ["\u200b25\u00a0.", 25],
    ["'25", 25],
  ])("parses the typed number %j as %s", (typedText, number) => {
    expect(parseWholeNumber(typedText)).toBe(number);
  });

  it.each(["1.000", "1,0", "1,00,000", "1 00", "5.5", "-1", "", "ten", "1e3"])(
    "rejects %j as a whole number",
    (typedText) => {
      expect(parseWholeNumber(typedText)).toBeNull();
    },
  );

  it.each([
    ["12.5", 1_250],
    ["10 %", 1_000],
    ["10\u00a0%", 1_000],
    ["12,5%", 1_250],
    ["0.05", 5],
  ])("parses %j percent as %s hundredths", (typedText, hundredths) => {
    expect(parsePercent(typedText)).toBe(hundredths);
  });

  it.each(["1,500", "12.555", "-1", "%", "ten"])("rejects %j as a percentage", (typedText) => {
    expect(parsePercent(typedText)).toBeNull();
  });

  it("parses typed naira amounts by the same rules as filters and API", () => {
    expect([parseNairaText("=N=1,500"), parseNairaText("1.500,50"), parseNairaText("1.500")]).toEqual([
      150_000,
      150_050,
      null,
    ]);
  });
});
