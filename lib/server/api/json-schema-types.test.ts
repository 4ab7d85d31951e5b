import { describe, expect, it } from "vitest";
import { documentedCalls } from "./documented-calls";
import { tsTypeOf } from "./json-schema-types";

describe("a schema as a TypeScript type", () => {
  it.each([
    [{ type: "string", format: "uuid" }, "Uuid"],
    [{ anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] }, "Instant | null"],
    [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
    [{ type: "array", items: { type: "array", items: { type: "integer" } } }, "number[][]"],
    [{ type: "object", additionalProperties: { type: "boolean" } }, "Record<string, boolean>"],
    [{ anyOf: [{ const: 1 }, { not: {} }] }, "1"],
    [{}, "unknown"],
  ])("tsTypeOf converts the JSON schema %j to the TypeScript type %s", (shape, type) => {
    expect(tsTypeOf(shape)).toBe(type);
  });

  it("tsTypeOf writes the limits of a schema as a comment before the field", () => {
    const properties = {
      amount: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      "a-name": { type: "string", maxLength: 5, default: "" },
    };
    expect(tsTypeOf({ type: "object", properties, required: ["amount"] })).toBe(
      [
        "{",
        "  /** A whole number. At least 1. */",
        "  amount: number;",
        '  /** At most 5 characters. Default: "". */',
        '  "a-name"?: string;',
        "}",
      ].join("\n"),
    );
  });

  it("tsTypeOf generates a TypeScript type for every input and response of the API", async () => {
    const calls = await documentedCalls();
    for (const { parameters, body, answer } of calls)
      for (const shape of [body, answer, ...parameters.map(({ schema }) => schema)])
        if (shape) expect(tsTypeOf(shape)).toMatch(/\S/);
    expect(calls.length).toBeGreaterThan(300);
  });

  it("tsTypeOf throws for an unknown JSON schema type", () => {
    expect(() => tsTypeOf({ type: "tuple" })).toThrow("No type");
  });
});
