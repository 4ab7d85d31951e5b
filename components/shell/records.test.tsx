import { afterEach, expect, it, vi } from "vitest";
import { isMissingRecord } from "./records";

const ID = "0198a6f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b";
const asked: string[] = [];

function answering(status: number) {
  asked.length = 0;
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    asked.push(url);
    return Response.json({ status, message: "As the test wants it.", data: {} }, { status });
  });
}
afterEach(() => vi.unstubAllGlobals());

it.each([
  [404, true],
  [400, true],
  [200, false],
  // These are said by the page, in its own way.
  [403, false],
  [500, false],
  [503, false],
])("a record whose read answers %i is missing: %s", async (status, missing) => {
  answering(status);
  expect(await isMissingRecord(`/dashboard/grants/programmes/${ID}`)).toBe(missing);
  expect(asked[0]).toMatch(`programmes/${ID}`);
});

it.each([
  "/dashboard",
  "/dashboard/kyc-management",
  "/dashboard/kyc-management/new",
  "/dashboard/promotions/all/archive",
  "/dashboard/event-management/events/tickets",
  "/dashboard/wallets/settlement-float",
  `/dashboard/kyc-management/${ID}/more`,
])("%s is no record's page, or its record is known: nothing is asked", async (path) => {
  answering(404);
  expect(await isMissingRecord(path)).toBe(false);
  expect(asked).toEqual([]);
});

it("an account of the ledger that does not exist is missing", async () => {
  expect(await isMissingRecord("/dashboard/wallets/settlement_float")).toBe(true);
  expect(await isMissingRecord("/dashboard/wallets/x/closing-balances")).toBe(true);
});
