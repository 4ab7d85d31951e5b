import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ApplicationRow } from "@/lib/contract/grant-applications";
import { useApplicationBulkDecision } from "./application-bulk";

const APPLICATION = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704d01",
  reference: "GRA-1",
  programme: { id: "019b76da-afc5-77b8-b3c0-9fbab7704c01", name: "Traders" },
  applicant: { id: "u", name: "Ada Obi", lga: "Calabar Municipal", tier: 1 },
  state: "submitted",
  version: 3,
} as unknown as ApplicationRow;

function TestScreen({ rows }: { rows: readonly ApplicationRow[] }) {
  const bulk = useApplicationBulkDecision(rows);
  return (
    <>
      {bulk.bar([APPLICATION], () => {})}
      {bulk.dialogs}
    </>
  );
}

it.each([
  ["with its current version if it is still in the list", [{ ...APPLICATION, version: 8 }], [3, 8]],
  ["with its selected version if it left the list", [], [3, 3]],
])("after a conflict, a bulk decision sends an application again %s", async (_what, currentRow, versions) => {
  const sent: number[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
    const [sentApplication] = JSON.parse(String(init.body)).applications;
    sent.push(sentApplication.version);
    const result = {
      id: APPLICATION.id,
      reference: APPLICATION.reference,
      name: "Ada Obi",
      done: false,
      message: "It has changed.",
    };
    return Response.json({ status: 200, message: "", data: { results: [result] } });
  });
  const client = makeQueryClient();
  const page = (rows: readonly ApplicationRow[]) => (
    <QueryClientProvider client={client}>
      <TestScreen rows={rows} />
    </QueryClientProvider>
  );
  const { rerender } = render(page([APPLICATION]));
  fireEvent.click(screen.getByRole("button", { name: "Shortlist" }));
  const dialog = await screen.findByRole("dialog");
  const submitForm = () => fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
  submitForm();
  expect(await screen.findByText("It has changed.")).toBeDefined();
  rerender(page(currentRow));
  submitForm();
  await waitFor(() => expect(sent).toEqual(versions));
});
