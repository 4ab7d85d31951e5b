import { expect } from "vitest";
import { contract } from "@/lib/contract/contract";

type StandardSchema = { "~standard": { validate: (input: unknown) => unknown } };
const calls = contract as unknown as Record<string, Record<string, { "~orpc": { inputSchema?: StandardSchema } }>>;

/**
 * Returns true if the schema of a call such as `kyc.list` refuses the input, and expects each message to have text. Checks only the
 * schema, because all calls share the code that responds to refused input. So a test needs to send only a few of the refused inputs to the
 * API.
 */
export async function isRefusedBySchema(call: string, input: unknown): Promise<boolean> {
  const [group = "", name = ""] = call.split(".");
  const result = await calls[group]?.[name]?.["~orpc"].inputSchema?.["~standard"].validate(input);
  const { issues } = (result ?? {}) as { issues?: readonly { message: string }[] };
  for (const { message } of issues ?? []) expect(message).not.toBe("");
  return !!issues?.length;
}
