import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { listInput } from "./common";
import { contract } from "./contract";
import { declareList, idFilter, pastedFilter, patternFilter, textFilter } from "./list.values";
import { nairaFilter } from "./naira-filter.values";

type TextField = [path: string, schema: z.ZodType];
type SchemaInternals = {
  unwrap?: () => z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: unknown[];
  element?: z.ZodType;
  valueType?: z.ZodType;
};
const schemaKind = (schema: z.ZodType | undefined) => (schema as { def?: { type?: string } } | undefined)?.def?.type;

/** Returns every text field of an input with its schema, including wrappers such as `optional`. */
function findTextFields(schema: z.ZodType, fieldPath: string, rootSchema = schema): TextField[] {
  const internals = schema as SchemaInternals;
  if (schemaKind(schema) === "string") return [[fieldPath, rootSchema]];
  if (internals.shape)
    return Object.entries(internals.shape).flatMap(([key, field]) => findTextFields(field, `${fieldPath}.${key}`));
  if (internals.element) return findTextFields(internals.element, `${fieldPath}[]`);
  if (internals.valueType) return findTextFields(internals.valueType, `${fieldPath}.*`);
  if (internals.options)
    return internals.options.flatMap((option) =>
      typeof option === "object" ? findTextFields(option as z.ZodType, fieldPath) : [],
    );
  if (internals.unwrap) return findTextFields(internals.unwrap(), fieldPath, rootSchema);
  // Some schemas first run a function on the typed text. Then only the schema after the function describes the text.
  const innerSchema = schemaKind(internals.in) === "transform" ? internals.out : internals.in;
  return innerSchema ? findTextFields(innerSchema, fieldPath, rootSchema) : [];
}

const contractTextFields = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).flatMap(([call, { "~orpc": declared }]) =>
    declared.inputSchema ? findTextFields(declared.inputSchema as z.ZodType, `${group}.${call}`) : [],
  ),
);
const fieldName = (path: string) => (path.split(".").at(-1) ?? "").replace("[]", "");

/** Sample values. Every field that a person types accepts at least one of these values. */
const PLAIN_VALUES = [
  ...["Ada Obi and others", "ada@example.com", "+2348031234567", "112", "123456", "0123456789", "7K2M-9QX4-TB3D-5W8N"],
  ...["https://example.com/a", "efi", "wallet.send.title", "#0a7d4f", "4.9757,8.3417", "1500.50", "true"],
];
const parseValue = async (schema: z.ZodType, typedText: string) => {
  const result = await schema.safeParseAsync(typedText);
  return result.success ? result.data : undefined;
};

/** Returns true if a field cleans a pasted value; null if the field, such as a choice, accepts none of the sample values. */
async function cleansPastedText(schema: z.ZodType): Promise<boolean | null> {
  for (const plainValue of PLAIN_VALUES) {
    const expected = await parseValue(schema, plainValue);
    if (expected === undefined) continue;
    const pasted = `\ufeff\u00a0${plainValue.slice(0, 2)}\u200b${plainValue.slice(2).replaceAll(" ", "\u00a0")}\u202c\u2009`;
    return (await parseValue(schema, pasted)) === expected;
  }
  return null;
}

/** Passwords and multi-line texts, stored as typed. */
const UNCHANGED_FIELDS = [
  ...["password", "current_password", "reason", "message", "note", "text", "comment", "description", "answer"],
  ...["remark", "question", "purpose", "source", "*"],
];
/** Ids and tokens created by programs. Nobody types them, and cleaning could change their meaning. */
const PROGRAM_FIELDS = [
  ...["external_id", "device_id", "device_token", "auditTrailId", "after", "cursor", "mark", "keys", "missing"],
  ...[
    "search",
    "last_search",
    "order",
    "hidden",
    "id",
    "attestationObject",
    "authenticatorData",
    "clientDataJSON",
    "signature",
    "transports",
  ],
];

describe("single-line inputs of the API", () => {
  it("all single-line inputs of the API except the listed ones remove invisible characters and no-break spaces from pasted text", async () => {
    const exceptionsUsed = new Set<string>();
    let cleanedCount = 0;
    for (const [path, schema] of contractTextFields) {
      const isCleaned = await cleansPastedText(schema);
      if (isCleaned) cleanedCount++;
      if (isCleaned === false) exceptionsUsed.add(fieldName(path));
    }
    expect(cleanedCount).toBeGreaterThan(200);
    expect([...exceptionsUsed].sort()).toEqual([...UNCHANGED_FIELDS, ...PROGRAM_FIELDS].sort());
  });

  it("API inputs keep passwords byte for byte", async () => {
    const password = "\u00a0correct horse\u200b battery staple ";
    const passwords = contractTextFields.filter(([path]) => fieldName(path).endsWith("password"));
    expect(passwords.length).toBeGreaterThan(4);
    for (const [path, schema] of passwords) expect(await parseValue(schema, password), path).toBe(password);
  });

  it("searches and filters of lists remove invisible characters from the typed text", () => {
    const input = listInput(
      declareList({
        sorts: [],
        filters: {
          user: idFilter,
          reference: pastedFilter(40),
          tag: textFilter(40),
          near: patternFilter(/^\d+,\d+$/, "No."),
          min: nairaFilter,
        },
      }),
    );
    const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const filters = {
      user: `\u200b${id.toUpperCase()}.`,
      reference: "“TRX\u2011000302”.",
      near: "'12,34",
      min: "₦1\u00a0500.50",
    };
    expect(input.parse({ q: "\u200bAda\u00a0Obi ", tag: " 2024–2026\u200b", ...filters })).toMatchObject({
      ...{ q: "Ada Obi", tag: "2024–2026", user: id, reference: "TRX-000302", near: "12,34", min: "1500.50" },
    });
    expect(input.safeParse({ min: "1.500" }).error?.issues[0]?.message).toMatch(/not clear/);
  });
});
