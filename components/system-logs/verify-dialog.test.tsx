import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { AuditTrailVerification } from "@/lib/queries/system-logs";
import { VerifyAuditTrailDialog } from "./verify-dialog";

const WHOLE: AuditTrailVerification = {
  ...{
    checked: 12,
    rows: 12,
    waiting: 0,
    waiting_seconds: 0,
    finished: true,
    bad: null,
    compared: 12,
    erased: 0,
    unverifiable: 0,
    archived: 0,
  },
  earlier: null,
};
const AT = "2026-11-01T09:00:00.000Z";
const EARLIER = { position: 10, at: AT, by: "Ada Obi", complete_at: AT };
const BAD = { position: 12, row: "14", message: "It was changed.", earlier_rows_changed: false };

/** Opens the verification dialog with an API that returns this result. @returns the URLs of its API calls */
function renderDialog(result: Partial<AuditTrailVerification>) {
  const calls: string[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    calls.push(url);
    return Response.json({ status: 200, message: "", data: { ...WHOLE, ...result } });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <VerifyAuditTrailDialog addressOf={(row) => `/rows/${row}`} onClose={() => {}} />
    </QueryClientProvider>,
  );
  return calls;
}

it.each<[string, Partial<AuditTrailVerification>, string]>([
  ["all rows were verified", {}, "The trail is complete"],
  ["only new rows were verified", { earlier: EARLIER }, "The new rows are unchanged"],
  ["no rows follow the verified ones", { earlier: { ...EARLIER, position: 12 } }, "There are no new rows"],
  [
    "rows wait for their seal for more than a minute",
    { waiting: 3, waiting_seconds: 7_500 },
    "3 rows have waited for 2 h 5 min: sealing does not work",
  ],
])("shows the result of an audit trail verification in the dialog's title if %s", async (_case, result, title) => {
  renderDialog(result);
  expect(await screen.findByText(title)).toBeDefined();
  if (title !== "The trail is complete") expect(screen.queryByText("The trail is complete")).toBeNull();
});

it("shows who verified the earlier audit rows, and when", async () => {
  renderDialog({ earlier: EARLIER });
  expect(await screen.findByText(/10 rows before were last verified by Ada Obi on /)).toBeDefined();
});

it("states that audit rows before a bad row are unchanged only if this verification covered them", async () => {
  renderDialog({ bad: BAD });
  expect(await screen.findByText(/The 11 rows before it are unchanged\./)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Verify from the first row" })).toBeNull();
});

it("if a new audit row is bad, states which earlier rows this verification skipped, and offers to verify them", async () => {
  const calls = renderDialog({ bad: BAD, earlier: EARLIER });
  expect(await screen.findByText(/Rows up to 10 were not verified now\./)).toBeDefined();
  expect(screen.queryByText(/unchanged/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Verify from the first row" }));
  await vi.waitFor(() => expect(calls.some((url) => url.includes("after=0"))).toBe(true));
});

it("says nothing about earlier audit rows if a previously verified row has changed", async () => {
  renderDialog({ bad: { ...BAD, position: 10, earlier_rows_changed: true }, earlier: EARLIER });
  expect(await screen.findByText(/It was changed\./)).toBeDefined();
  expect(screen.queryByText(/unchanged|not verified now/)).toBeNull();
});

it("the audit verification shows only the error if the first audit rows can't be read", async () => {
  vi.stubGlobal("crossRiverPayFetch", async () =>
    Response.json({ status: 403, message: "Not allowed.", code: "X" }, { status: 403 }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <VerifyAuditTrailDialog addressOf={(row) => `/rows/${row}`} onClose={() => {}} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Counting…")).toBeDefined();
  expect(await screen.findByText("Not allowed.")).toBeDefined();
  expect(screen.queryByText("Counting…")).toBeNull();
});
