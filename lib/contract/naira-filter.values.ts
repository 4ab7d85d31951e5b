import { makeFilter } from "./list.values";
import { nairaText, parseTypedAmount } from "./money.values";

/**
 * Filter that accepts naira in any form that `parseTypedAmount` accepts; its value is `5000` or `5000.50`. In its own file, because every
 * list loads list.values.ts, which must stay small.
 */
export const nairaFilter = makeFilter({ kind: "naira" } as const, (raw) => {
  const kobo = parseTypedAmount(raw);
  return typeof kobo === "number" ? nairaText(kobo) : "";
});
