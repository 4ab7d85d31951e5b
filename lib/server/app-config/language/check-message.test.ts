import { describe, expect, it } from "vitest";
import { placeholderMismatchOf, placeholdersOf, textSyntaxProblemOf } from "./check-message";

const PLURAL = "{count, plural, one {# bill} other {# bills}}";

describe("text", () => {
  it.each([
    "",
    "Plain words",
    "Send {amount} to {name}",
    PLURAL,
    "{who, select, male {He} female {She} other {They}} paid",
    "{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
    "On {day, date, medium} at {hour, time, short}",
    "100 % <b>sure</b> & so on",
    "It''s '{'written'}' like this",
    "{ name }",
    "A closing brace } alone is a sign like others",
  ])("an app text is valid: %j", (text) => {
    expect(textSyntaxProblemOf(text)).toBeNull();
    expect(placeholderMismatchOf(text, text)).toBeNull();
  });

  it.each([
    "{",
    "Hello {name",
    "{count, plural, one {# bill}}",
    "{count, plural, other {# bills}",
    "{count, odd, other {x}}",
    "{}",
    "{a b}",
    "{who, select, male {He}}",
    `${"{a, select, other {".repeat(80)}deep${"}}".repeat(80)}`,
  ])("an app text is invalid, with an error message: %j", (text) => {
    expect(textSyntaxProblemOf(text)).toContain("brace");
    expect(placeholderMismatchOf("Hello", text)).toContain("brace");
    expect(placeholdersOf(text)).toEqual([]);
  });
});

describe("translation must have the placeholders of its English text", () => {
  it.each([
    ["Send {amount} to {name}", "{name} di nọ {amount}"],
    ["Hello {name}", "{name}, {name}!"],
    [PLURAL, "{count, plural, other {# things} one {# thing}}"],
    [`${PLURAL} for {name}`, "{count, plural, one {# of {name}} other {#}} {name}"],
    ["{count, plural, =0 {none} one {#} other {#}}", "{count, plural, =0 {0} one {x} other {y}}"],
  ])("the app text %j may be translated as %j", (source, translation) => {
    expect(placeholderMismatchOf(source, translation)).toBeNull();
  });

  it.each([
    ["Hello {name}", "Hello", "{name} is missing"],
    ["Hello {name}", "Hello {Name}", "{name} is missing"],
    ["Hello", "Hello {name}", "{name} is not in the English text"],
    ["Pay {amount} to {name}", "Pay {amount} to {naem}", "{name} is missing"],
    [PLURAL, "{count} bills", "needs the same plural forms as the English text: one, other"],
    [PLURAL, "{count, plural, other {# bills}}", "needs the same plural forms"],
    [PLURAL, "{count, plural, one {#} few {#} other {#}}", "needs the same plural forms"],
    [PLURAL, "{count, selectordinal, one {#} other {#}}", "{count} has another form"],
    [PLURAL, "{count, plural, offset:1 one {#} other {#}}", "{count} has another form"],
    ["{count} bills", PLURAL, "{count} has another form"],
    ["{sum, number}", "{sum}", "{sum} has another form"],
    ["{day, date}", "{day, time}", "{day} has another form"],
    ["{who, select, a {A} other {B}}", "{who, select, b {A} other {B}}", "{who} has another form"],
    [
      "{count, plural, one {{name} paid} other {# paid}}",
      "{count, plural, one {one paid} other {# paid}}",
      "{name} is missing",
    ],
    [
      "{count, plural, one {#} other {#}} {count, plural, =0 {none} other {some}}",
      "{count, plural, =0 {none} other {some}}",
      "{count} has another form",
    ],
  ])("the app text %j may not be translated as %j", (source, translation, words) => {
    expect(placeholderMismatchOf(source, translation)).toContain(words);
  });

  it("placeholdersOf returns each placeholder of a text once, in the order of first use", () => {
    expect(placeholdersOf("{b} {a} {b} {n, plural, one {{c}} other {#}}")).toEqual(["b", "a", "n", "c"]);
    expect(placeholdersOf("{")).toEqual([]);
  });

  it("long and malformed app texts are checked in less than 1 s", () => {
    const started = performance.now();
    for (const oddText of ["{".repeat(2_000), "{a,plural,other{".repeat(120), "'".repeat(2_000), "#".repeat(2_000)])
      expect(() => textSyntaxProblemOf(oddText)).not.toThrow();
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
