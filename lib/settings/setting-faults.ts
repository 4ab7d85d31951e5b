import { z } from "zod";
import { SETTING_EXAMPLES } from "./setting-examples";

/** Error that lists invalid settings, with one sentence for each. Sentences never quote a secret. */
export class SettingsError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join(" "));
    this.name = "SettingsError";
  }
}

type Issue = { path: PropertyKey[]; message: string; code: string };
type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Returns a sentence for each invalid variable: its name, the fault, and an example of a valid value. */
export function settingFaults(issues: readonly Issue[], shape: Shape, variables = process.env): string[] {
  const faults = new Map<string, string>();
  for (const issue of issues) {
    const name = String(issue.path[0]);
    if (!faults.has(name)) faults.set(name, settingFault(name, faultOf(issue, shape[name], variables[name])));
  }
  return [...faults.values()];
}

/** Returns the sentence about one variable. @param fault end of a sentence that begins with the variable's name */
export function settingFault(name: string, fault: string): string {
  const example = SETTING_EXAMPLES[name];
  return `${name} ${fault}.${example ? ` Example: ${example.startsWith("the ") ? example : `${name}=${example}`}` : ""}`;
}

/** Describes what a value must be, as a message for operators. Numbers and choices are described from the limits in their schema. */
function faultOf(issue: Issue, schema: z.core.$ZodType | undefined, value: string | undefined): string {
  const expected = issue.code === "custom" ? undefined : describeSchema(valueSchemaOf(schema));
  return expected ? `must be ${expected}${quote(value)}` : issue.message;
}

function describeSchema(schema: z.core.$ZodType | undefined): string | undefined {
  if (schema instanceof z.ZodNumber)
    return `a ${schema.isInt ? "whole " : ""}number from ${schema.minValue} to ${schema.maxValue}`;
  if (schema instanceof z.ZodEnum) return joinOr(schema.options.map(String));
  return undefined;
}

/** Returns the schema inside `optionalVariable` (lib/env.ts). */
function valueSchemaOf(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const output = schema instanceof z.ZodPipe ? schema.out : schema;
  return output instanceof z.ZodOptional ? output.unwrap() : output;
}

const joinOr = (words: readonly string[]) => `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

/** Quotes only short words and numbers, because a secret may have been pasted into the wrong variable. */
const quote = (value: string | undefined) => (value && /^[\w.,-]{1,12}$/.test(value) ? `, not “${value}”` : "");
