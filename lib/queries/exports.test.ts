import { afterEach, expect, it, vi } from "vitest";
import { exportKyc } from "./kyc";
import { exportAuditTrails } from "./system-logs";
import { exportMovements, exportStatement } from "./system-wallet";
import { exportTransactions } from "./transaction";
import { exportUsers } from "./user";

afterEach(() => {
  vi.unstubAllGlobals();
});

const shown = { page: 3, size: 50, q: "Ada" } as const;

it.each([
  ["identity requests", () => exportKyc({ ...shown, sort: "name" }, "csv")],
  ["transactions", () => exportTransactions({ ...shown, sort: "-amount" }, "csv")],
  ["users", () => exportUsers({ ...shown, sort: "name" }, "csv")],
  ["the audit trail", () => exportAuditTrails({ ...shown, sort: "at" }, "csv")],
  ["movements", () => exportMovements({ ...shown, sort: "amount" }, "csv")],
  ["a statement", () => exportStatement({ ...shown, sort: "posted_at", account: "suspense" }, "csv")],
])("an export of %s sends the list's filters without page and sort", async (_, ask) => {
  const sent: unknown[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ status: 200, message: "", data: {} });
  });
  await ask();
  expect(sent).toEqual([{ q: "Ada", format: "csv" }]);
});
