import { afterEach, expect, it, vi } from "vitest";
import { isMissingRecord } from "./records";

const RECORD_ID = "0198a6f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b";
const requestUrls: string[] = [];

function stubStatus(status: number) {
  requestUrls.length = 0;
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    requestUrls.push(url);
    return Response.json({ status, message: "As the test wants it.", data: {} }, { status });
  });
}
afterEach(() => vi.unstubAllGlobals());

it.each([
  [404, true],
  [400, true],
  [200, false],
  // Records with these errors are not treated as missing, because the page shows its own message.
  [403, false],
  [500, false],
  [503, false],
])("treats a record as missing if the API responds with status %i: %s", async (status, missing) => {
  stubStatus(status);
  expect(await isMissingRecord(`/dashboard/grants/programmes/${RECORD_ID}`)).toBe(missing);
  expect(requestUrls[0]).toMatch(`programmes/${RECORD_ID}`);
});

it.each([
  "/dashboard",
  "/dashboard/kyc-management",
  "/dashboard/kyc-management/new",
  "/dashboard/promotions/all/archive",
  "/dashboard/event-management/events/tickets",
  "/dashboard/wallets/settlement-float",
  `/dashboard/kyc-management/${RECORD_ID}/more`,
])("sends no request to check whether a record exists for the page %s", async (path) => {
  stubStatus(404);
  expect(await isMissingRecord(path)).toBe(false);
  expect(requestUrls).toEqual([]);
});

it("treats a ledger account that does not exist as a missing record", async () => {
  expect(await isMissingRecord("/dashboard/wallets/settlement_float")).toBe(true);
  expect(await isMissingRecord("/dashboard/wallets/x/closing-balances")).toBe(true);
});
