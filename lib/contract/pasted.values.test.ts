import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanPastedLine, cleanPastedValue } from "./pasted.values";

describe("cleanPastedLine", () => {
  it.each([
    ["KYC-000302\u200b", "KYC-000302"],
    ["\ufeffKYC-\u2060000302\u00ad", "KYC-000302"],
    ["\u202a+2348030001234\u202c", "+2348030001234"],
    ["\u200eEfiom\u200f Bassey\u2066\u2069", "Efiom Bassey"],
    ["\u00a0Ada\u2009Obi\u2007\u3000", "Ada Obi"],
    ["0803\u2011000\u20101234", "0803-000-1234"],
    ["  Ada\t\r\n", "Ada"],
    ["A\u200dda\u200cO\u3164bi", "AdaObi"],
  ])("cleanPastedLine removes invisible characters and extra spaces from %j", (pastedText, cleanedText) => {
    expect(cleanPastedLine(pastedText)).toBe(cleanedText);
  });

  it.each([
    ["dashes of a title", "Budget 2024–2026 — “What is new?”"],
    ["joiners of an emoji", "Market day 👩🏽‍🌾 👩‍👩‍👧 ❤️‍🔥 🏳️‍🌈"],
    ["a flag that is spelt with tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["a Persian word with a non-joiner", "می‌خواهم"],
    ["joiners of Indic letters", "क्‍ष ശ്രീ അവന്‍ ක්‍ෂ"],
    ["a direction mark in right-to-left text", "تطبيق C++\u200e جديد"],
    ["combining accents", "Ọláyínká Adébáyọ̀".normalize("NFD")],
    ["quotes, brackets, dots and spaces", "“J.R.”  (Efiɔm), 'Ita'."],
    ["a line end inside, for the form to refuse", "two\nlines"],
  ])("cleanPastedLine keeps %s", (_, text) => {
    expect(cleanPastedLine(text)).toBe(text);
  });

  it("cleanPastedLine takes linear time for long input", () => {
    const longText = `a${" \u200d".repeat(50_000)}a`;
    const start = performance.now();
    cleanPastedLine(longText);
    cleanPastedValue(longText);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe("cleanPastedValue", () => {
  it.each([
    ...'KYC\u2011000302|KYC\u2013000302|\u201cKYC-000302\u201d|"KYC-000302"|KYC-000302.|KYC-000302,|KYC-000302;'.split(
      "|",
    ),
    ..."(KYC-000302)|[KYC-000302]|<KYC-000302>|{KYC-000302}|\u00abKYC-000302\u00bb|`KYC-000302`|'KYC-000302|(KYC-000302".split(
      "|",
    ),
    ...'Ref: KYC-000302|Reference No: KYC-000302|"(KYC-000302)."|("KYC-000302",)|="KYC-000302"|KYC-000302)'.split("|"),
    ...["\ufeff KYC\u2212000302\u00a0...", "KYC-\u200d000302", "ＫＹＣ－０００３０２"],
  ])("cleanPastedValue extracts a reference from %j", (pastedText) => {
    expect(cleanPastedValue(pastedText)).toBe("KYC-000302");
  });

  it.each([
    ..."mailto:ada.obi@example.com|Ada Obi <ada.obi@example.com>|<ada.obi@example.com>|ada.obi@example.com.".split("|"),
    ...'"Obi, Ada" <ada.obi@example.com>|Ada Obi (ada.obi@example.com)|ada.obi@example.com <mailto:ada.obi@example.com>'.split(
      "|",
    ),
    ..."Email: ada.obi@example.com|Ada Obi [mailto:ada.obi@example.com]|mailto:ada.obi@example.com?subject=Hello".split(
      "|",
    ),
    ...[" ada.obi@example.com\u200b", "'ada.obi@example.com';"],
  ])("cleanPastedValue extracts an email address from %j", (pastedText) => {
    expect(cleanPastedValue(pastedText)).toBe("ada.obi@example.com");
  });

  it.each([
    ["tel:+2348030001234", "+2348030001234"],
    ["Tel.: 0803 000 1234", "0803 000 1234"],
    ["'+2348030001234", "+2348030001234"],
    ['="+2348030001234"', "+2348030001234"],
    ['"=""+2348030001234"""', "+2348030001234"],
    ["((0803) 123-4567)", "(0803) 123-4567"],
  ])("cleanPastedValue cleans %j to %j", (pastedText, cleanedText) => {
    expect(cleanPastedValue(pastedText)).toBe(cleanedText);
  });

  it.each([
    ..."J.R.|Ikom Farmers Ltd.|Duke Jr.|(0803) 123-4567|(0803) 123 (4567)|O'Neil|O’Neil|-1,500.50|home.title|mobile.title".split(
      "|",
    ),
    ..."https://example.com/a_(b)|+234 (0) 803 000 1234|SAVE10|Ada Obi, Ikom|4.9757,8.3417|a@example.com; b@example.com|".split(
      "|",
    ),
  ])("cleanPastedValue keeps %j unchanged", (value) => {
    expect(cleanPastedValue(value)).toBe(value);
  });

  it("cleanPastedValue is idempotent: applying it twice changes nothing more", () => {
    const pastedText = fc.string({
      unit: fc.constantFrom(..."a1@. ,;:<>()[]{}\"'=-–‘’“”\u200b\u00a0\u200d\u202amailto:Ref"),
    });
    fc.assert(
      fc.property(pastedText, (text) => cleanPastedValue(cleanPastedValue(text)) === cleanPastedValue(text)),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(pastedText, (text) => cleanPastedLine(cleanPastedLine(text)) === cleanPastedLine(text)),
      { numRuns: 2_000 },
    );
  });

  it.each([
    "(".repeat(600),
    "([".repeat(300),
    `${"a.".repeat(299)}!`,
    "@".repeat(600),
    ".,".repeat(300),
    `"${"'".repeat(598)}`,
  ])("cleanPastedValue cleans a hostile value of 600 characters in under 50 ms", (hostileText) => {
    const start = performance.now();
    for (let run = 0; run < 10; run++) cleanPastedValue(hostileText);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
