import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { IreportRow } from "@/lib/contract/ireport-row";
import { useIreportBulkActions } from "./use-ireport-bulk";

const makeReportRow = (id: string) => ({ id, number: `IR-${id}`, version: 3 }) as IreportRow;

function SelectionBar({ clear }: { clear: () => void }) {
  const { bar, dialogs } = useIreportBulkActions();
  return (
    <>
      {bar([makeReportRow("1"), makeReportRow("2")], clear)}
      {dialogs}
    </>
  );
}

type SentRequest = { url: string; body: unknown };

/**
 * Renders the selection bar over two reports. The stubbed API succeeds for the first report, and for the second if
 * `hasSecond` is true.
 */
function renderBar(hasSecond: boolean) {
  const sentRequests: SentRequest[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, { body }: RequestInit) => {
    if (url.endsWith("assignees"))
      return Response.json({ status: 200, message: "", data: { items: [{ id: "a1", name: "Ofem Ubi" }] } });
    sentRequests.push({ url, body: JSON.parse(String(body)) });
    const results = [
      { id: "1", name: "IR-1", done: true, message: "Done." },
      { id: "2", name: "IR-2", done: hasSecond, message: hasSecond ? "Done." : "Ofem Ubi works on it." },
    ];
    return Response.json({ status: 200, message: "", data: { results } });
  });
  const clear = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SelectionBar clear={clear} />
    </QueryClientProvider>,
  );
  return { told: sentRequests, clear };
}
const clickButton = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const reports = [
  { ireportId: "1", version: 3 },
  { ireportId: "2", version: 3 },
];

it.each([
  ["Assign to me", "assignments", { owner: "me" }, "assigned"],
  ["Unassign", "assignments", { owner: "nobody" }, "released"],
  ["Acknowledge", "states", { state: "acknowledged" }, "acknowledged"],
  ["Start work", "states", { state: "in_progress" }, "started"],
])("lists the reports for which the bulk action %s failed", async (name, call, input, doneText) => {
  const { told: sentRequests, clear } = renderBar(false);
  clickButton(name);
  await screen.findByRole("dialog", { name: `1 of 2 reports ${doneText}` });
  expect(screen.getByText("Ofem Ubi works on it.")).toBeDefined();
  expect(sentRequests).toEqual([{ url: `/api/v1/ireports/${call}`, body: { ...input, reports } }]);
  expect(clear).toHaveBeenCalled();
});

it("shows no dialog if a bulk action succeeded for all selected reports", async () => {
  const { clear } = renderBar(true);
  clickButton("Acknowledge");
  await waitFor(() => expect(clear).toHaveBeenCalled());
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("assigns selected reports to an admin chosen by name, and requires a choice", async () => {
  const { told: sentRequests } = renderBar(true);
  clickButton("Assign to…");
  await screen.findByRole("option", { name: "Ofem Ubi" });
  clickButton("Assign");
  expect(screen.getByRole("alert").textContent).toBe("Choose an owner.");
  fireEvent.change(screen.getByLabelText("Owner"), { target: { value: "a1" } });
  clickButton("Assign");
  await waitFor(() =>
    expect(sentRequests).toEqual([{ url: "/api/v1/ireports/assignments", body: { owner: "a1", reports } }]),
  );
});
