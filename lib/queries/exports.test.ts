import { afterEach, expect, it, vi } from "vitest";
import { exportKyc } from "./kyc";
import { exportAuditTrails } from "./system-logs";
import { exportAccountStatement, exportMovements } from "./system-wallet";
import { exportTransactions } from "./transaction";
import { exportUsers } from "./user";

afterEach(() => {
  vi.unstubAllGlobals();
});

const listInput = { page: 3, size: 50, q: "Ada" } as const;

it.each([
  ["identity requests", () => exportKyc({ ...listInput, sort: "name" }, "csv")],
  ["transactions", () => exportTransactions({ ...listInput, sort: "-amount" }, "csv")],
  ["users", () => exportUsers({ ...listInput, sort: "name" }, "csv")],
  ["the audit trail", () => exportAuditTrails({ ...listInput, sort: "at" }, "csv")],
  ["movements", () => exportMovements({ ...listInput, sort: "amount" }, "csv")],
  ["a statement", () => exportAccountStatement({ ...listInput, sort: "posted_at", account: "suspense" }, "csv")],
])("requests an export of %s with the list's filters, but without page and sort order", async (_, requestExport) => {
  const sentBodies: unknown[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_path: string, init: RequestInit) => {
    sentBodies.push(JSON.parse(String(init.body)));
    return Response.json({ status: 200, message: "", data: {} });
  });
  await requestExport();
  expect(sentBodies).toEqual([{ q: "Ada", format: "csv" }]);
});
