import { completeLayout, type StatementLayout } from "./layout";
import { StatementFile, type StatementResult } from "./read-statement";
import type { TypedBalances } from "./table-statement";

/** Account number in the test files. */
export const TEST_ACCOUNT = "1012345678";

/** Reads a file as the web worker does. Without a layout, uses the guessed layout, like an admin who accepts it unchanged. */
export async function readTestFile(
  content: string | Uint8Array,
  given: { layout?: StatementLayout; balances?: TypedBalances; accountNumber?: string } = {},
): Promise<StatementResult> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const file = await StatementFile.open(bytes);
  const request = {
    accountNumber: given.accountNumber ?? TEST_ACCOUNT,
    layout: given.layout ?? null,
    balances: given.balances ?? null,
  };
  const result = file.read(request, () => {});
  if (!("missing" in result) || result.missing !== "layout" || given.layout) return result;
  const layout = completeLayout(result.draft);
  if (typeof layout === "string") return result;
  return file.read({ ...request, layout }, () => {});
}

/** Reads a file from which no layout or balance is missing. @throws if something is missing */
export async function readTestStatement(...input: Parameters<typeof readTestFile>) {
  const result = await readTestFile(...input);
  if (!("statement" in result)) throw new Error(`missing: ${result.missing}`);
  return result.statement;
}
