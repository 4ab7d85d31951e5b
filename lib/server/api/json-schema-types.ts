import "server-only";
import { LGAS } from "@/lib/contract/lgas.values";

/** The subset of JSON Schema that the contract's inputs and responses use. */
export type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: unknown;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
};

/** Type names that `tsTypeOf` uses, which the generated client declares. */
export const NAMED_TYPES: Record<string, { type: string; words: string }> = {
  Uuid: { type: "string", words: "An id, such as 019b76da-afb7-7382-afc4-c787ef06fa8f." },
  Instant: { type: "string", words: "UTC, ISO 8601, such as 2026-11-21T08:30:00.000Z." },
  Day: { type: "string", words: "A whole day in Africa/Lagos, such as 2026-11-21." },
  Lga: { type: LGAS.map((name) => JSON.stringify(name)).join(" | "), words: "A local government area of the state." },
};
const FORMAT_TYPES: Record<string, string> = { uuid: "Uuid", "date-time": "Instant", date: "Day" };
const LGA_ENUM = JSON.stringify(LGAS);

/**
 * Converts a JSON schema to a TypeScript type, which is a tenth as long. Limits become a comment before the field.
 * @throws for an unknown schema, so that no wrong type is generated
 */
export function tsTypeOf(shape: JsonSchema, indent = ""): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum)
    return JSON.stringify(shape.enum) === LGA_ENUM ? "Lga" : toUnion(shape.enum.map((value) => JSON.stringify(value)));
  const alternatives = shape.anyOf ?? shape.oneOf;
  if (alternatives) return toUnion(alternatives.map((one) => tsTypeOf(one, indent)));
  if (shape.allOf) return shape.allOf.map((one) => inParentheses(one, indent)).join(" & ");
  if (shape.not) return "never";
  switch (shape.type) {
    case "object":
      return objectTypeOf(shape, indent);
    case "array":
      return `${inParentheses(shape.items ?? {}, indent)}[]`;
    case "integer":
    case "number":
      return "number";
    case "string":
      return FORMAT_TYPES[shape.format ?? ""] ?? "string";
    case "boolean":
    case "null":
      return shape.type;
  }
  if (Object.keys(shape).length) throw new Error(`No type for ${JSON.stringify(shape).slice(0, 200)}`);
  return "unknown";
}

const toUnion = (types: string[]) => [...new Set(types)].filter((type) => type !== "never").join(" | ") || "never";
const inParentheses = (shape: JsonSchema, indent: string) => {
  const type = tsTypeOf(shape, indent);
  return type !== "Lga" && (shape.enum || shape.anyOf || shape.oneOf || shape.allOf) ? `(${type})` : type;
};

function objectTypeOf({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const innerIndent = `${indent}  `;
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    ...limitsOf(field).map((words) => `${innerIndent}/** ${words} */`),
    `${innerIndent}${propertyKeyOf(name)}${required.includes(name) ? "" : "?"}: ${tsTypeOf(field, innerIndent)};`,
  ]);
  if (fields.length) return ["{", ...fields, `${indent}}`].join("\n");
  if (typeof additionalProperties === "object") return `Record<string, ${tsTypeOf(additionalProperties, indent)}>`;
  return "Record<string, never>";
}

const propertyKeyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** PostgreSQL's largest integer. Not printed as a limit, because callers never reach it. */
const INT_MAX = 2_147_483_647;

/** Returns the limits that a TypeScript type can't express, as one comment. Omits the default range of an integer. */
function limitsOf(shape: JsonSchema): string[] {
  const { maximum, minimum, maxLength, minItems, maxItems, pattern } = shape;
  const limits = [
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `At least ${minimum}.`,
    maximum !== undefined && maximum < INT_MAX && `At most ${maximum}.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    minItems !== undefined && `At least ${minItems} ${minItems === 1 ? "item" : "items"}.`,
    maxItems !== undefined && `At most ${maxItems} items.`,
    // Omits the pattern of a format, because its named type already documents it.
    pattern !== undefined && !shape.format && `Matches ${pattern.replaceAll("*/", "*\\/")}`,
    shape.default !== undefined && `Default: ${JSON.stringify(shape.default)}.`,
  ].filter((words) => words !== false);
  if (!limits.length) return [];
  return [(shape.type === "integer" ? ["A whole number.", ...limits] : limits).join(" ")];
}
