import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { listInput } from "./common";
import { contract } from "./contract";
import { declareList, matching, naira, pastedValue, shortText, uuid } from "./list.values";

type Field = [path: string, schema: z.ZodType];
type Inside = {
  unwrap?: () => z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: unknown[];
  element?: z.ZodType;
  valueType?: z.ZodType;
};
const kindOf = (schema: z.ZodType | undefined) => (schema as { def?: { type?: string } } | undefined)?.def?.type;

/** Returns every text field of an input with its schema, including wrappers such as `optional`. */
function textsIn(schema: z.ZodType, at: string, whole = schema): Field[] {
  const inside = schema as Inside;
  if (kindOf(schema) === "string") return [[at, whole]];
  if (inside.shape) return Object.entries(inside.shape).flatMap(([key, field]) => textsIn(field, `${at}.${key}`));
  if (inside.element) return textsIn(inside.element, `${at}[]`);
  if (inside.valueType) return textsIn(inside.valueType, `${at}.*`);
  if (inside.options)
    return inside.options.flatMap((option) => (typeof option === "object" ? textsIn(option as z.ZodType, at) : []));
  if (inside.unwrap) return textsIn(inside.unwrap(), at, whole);
  // For a pipe that begins with a function, the output side describes what is typed.
  const side = kindOf(inside.in) === "transform" ? inside.out : inside.in;
  return side ? textsIn(side, at, whole) : [];
}

const inputs = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).flatMap(([call, { "~orpc": declared }]) =>
    declared.inputSchema ? textsIn(declared.inputSchema as z.ZodType, `${group}.${call}`) : [],
  ),
);
const keyOf = (path: string) => (path.split(".").at(-1) ?? "").replace("[]", "");

/** Values of which at least one is valid in every field that a person types. */
const PLAIN = [
  ...["Ada Obi and others", "ada@example.com", "+2348031234567", "112", "123456", "0123456789", "7K2M-9QX4-TB3D-5W8N"],
  ...["https://example.com/a", "efi", "wallet.send.title", "#0a7d4f", "4.9757,8.3417", "1500.50", "true"],
];
const read = async (schema: z.ZodType, typed: string) => {
  const result = await schema.safeParseAsync(typed);
  return result.success ? result.data : undefined;
};

/** Returns true if a field cleans a pasted value; null if none of the values is valid, as in a choice. */
async function cleans(schema: z.ZodType): Promise<boolean | null> {
  for (const plain of PLAIN) {
    const expected = await read(schema, plain);
    if (expected === undefined) continue;
    const pasted = `\ufeff\u00a0${plain.slice(0, 2)}\u200b${plain.slice(2).replaceAll(" ", "\u00a0")}\u202c\u2009`;
    return (await read(schema, pasted)) === expected;
  }
  return null;
}

/** Passwords and multi-line texts, stored as typed. */
const BYTE_FOR_BYTE = [
  ...["password", "current_password", "reason", "message", "note", "text", "comment", "description", "answer"],
  ...["question", "purpose", "source", "*"],
];
/** Ids and tokens made by programs. Nobody types them, and cleaning could change their meaning. */
const MADE_BY_PROGRAMS = [
  ...["external_id", "device_id", "device_token", "auditTrailId", "after", "cursor", "mark", "keys", "missing"],
  ...["id", "attestationObject", "authenticatorData", "clientDataJSON", "signature", "transports"],
];

describe("single-line inputs of the API", () => {
  it("remove invisible characters and no-break spaces from pasted text, with these exceptions", async () => {
    const exceptions = new Set<string>();
    let cleaned = 0;
    for (const [path, schema] of inputs) {
      const does = await cleans(schema);
      if (does) cleaned++;
      if (does === false) exceptions.add(keyOf(path));
    }
    expect(cleaned).toBeGreaterThan(200);
    expect([...exceptions].sort()).toEqual([...BYTE_FOR_BYTE, ...MADE_BY_PROGRAMS].sort());
  });

  it("keep passwords byte for byte", async () => {
    const password = "\u00a0correct horse\u200b battery staple ";
    const passwords = inputs.filter(([path]) => keyOf(path).endsWith("password"));
    expect(passwords.length).toBeGreaterThan(4);
    for (const [path, schema] of passwords) expect(await read(schema, password), path).toBe(password);
  });

  it("of lists clean searches and filters", () => {
    const input = listInput(
      declareList({
        sorts: [],
        filters: {
          user: uuid,
          reference: pastedValue(40),
          tag: shortText(40),
          near: matching(/^\d+,\d+$/, "No."),
          min: naira,
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
