import { describe, expect, it } from "vitest";
import { documentedCalls } from "./documented-calls";
import { typeOf } from "./shapes";

describe("a shape in TypeScript's notation", () => {
  it.each([
    [{ type: "string", format: "uuid" }, "Uuid"],
    [{ anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] }, "Instant | null"],
    [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
    [{ type: "array", items: { type: "array", items: { type: "integer" } } }, "number[][]"],
    [{ type: "object", additionalProperties: { type: "boolean" } }, "Record<string, boolean>"],
    [{ anyOf: [{ const: 1 }, { not: {} }] }, "1"],
    [{}, "unknown"],
  ])("%j", (shape, type) => {
    expect(typeOf(shape)).toBe(type);
  });

  it("says limits beside the field that has them", () => {
    const properties = {
      amount: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      "a-name": { type: "string", maxLength: 5, default: "" },
    };
    expect(typeOf({ type: "object", properties, required: ["amount"] })).toBe(
      [
        "{",
        "  /** A whole number. At least 1. */",
        "  amount: number;",
        '  /** At most 5 characters. "" unless given. */',
        '  "a-name"?: string;',
        "}",
      ].join("\n"),
    );
  });

  it("is there for every input and answer of the API", async () => {
    const calls = await documentedCalls();
    for (const { parameters, body, answer } of calls)
      for (const shape of [body, answer, ...parameters.map(({ schema }) => schema)])
        if (shape) expect(typeOf(shape)).toMatch(/\S/);
    expect(calls.length).toBeGreaterThan(300);
  });

  it("is refused for what it does not know", () => {
    expect(() => typeOf({ type: "tuple" })).toThrow("No type");
  });
});
