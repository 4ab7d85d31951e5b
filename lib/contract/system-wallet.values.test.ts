import { expect, it } from "vitest";
import { balanceLevelOf } from "./system-wallet.values";

it.each([
  ["grants_pool", { balance: 10, available: 10, left_lately: 10 }, "enough"],
  ["grants_pool", { balance: 10, available: 9, left_lately: 10 }, "low"],
  ["grants_pool", { balance: 0, available: 0, left_lately: 0 }, "enough"],
  ["grants_pool", { balance: 5, available: -1, left_lately: 0 }, "low"],
  ["suspense", { balance: 5, available: -1, left_lately: 0 }, "low"],
  ["suspense", { balance: 1, available: 1, left_lately: 500 }, "enough"],
  ["suspense", { balance: -1, available: -1, left_lately: 0 }, "below_zero"],
] as const)("account %s with %o has the balance level %s", (account, kobo, level) =>
  expect(balanceLevelOf(account, kobo)).toBe(level),
);
