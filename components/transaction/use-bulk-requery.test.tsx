import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { TransactionRow } from "@/lib/contract/transaction";
import { useBulkRequery } from "./use-bulk-requery";

const makeTransactionRow = (id: string, state: TransactionRow["state"], channel = "card") =>
  ({ id, reference: `TRX-${id}`, state, channel }) as TransactionRow;

function SelectionBar({ rows, clear }: { rows: TransactionRow[]; clear: () => void }) {
  const { bar, dialogs } = useBulkRequery();
  return (
    <>
      {bar(rows, clear)}
      {dialogs}
    </>
  );
}

/** Renders the selection bar over these payments. The stubbed provider settles the first payment and rejects the other calls. */
function renderBar(...rows: TransactionRow[]) {
  const requestedIds: string[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    requestedIds.push(url);
    return requestedIds.length === 1
      ? Response.json({ status: 200, message: "", data: { state: "succeeded" } })
      : Response.json({ status: 409, message: "It was decided in the meantime.", code: "CONFLICT" }, { status: 409 });
  });
  return { asked: requestedIds, ...renderSelected(rows) };
}

function renderSelected(rows: TransactionRow[]) {
  const clear = vi.fn();
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <SelectionBar rows={rows} clear={clear} />
    </QueryClientProvider>,
  );
  return { clear, unmount };
}

/** Renders the selection bar over these payments, with a stubbed provider whose responses the test triggers. */
function renderSlow(...rows: TransactionRow[]) {
  const pendingAnswers: (() => void)[] = [];
  vi.stubGlobal(
    "crossRiverPayFetch",
    () =>
      new Promise((resolve) => {
        pendingAnswers.push(() => resolve(Response.json({ status: 200, message: "", data: { state: "processing" } })));
      }),
  );
  const { unmount } = renderSelected(rows);
  fireEvent.click(screen.getByRole("button", { name: "Check status with provider" }));
  /** Responds to the nth call, counted from 1. */
  const answerCall = async (call: number) => {
    await waitFor(() => expect(pendingAnswers).toHaveLength(call));
    await act(async () => pendingAnswers[call - 1]?.());
  };
  return { waiting: pendingAnswers, answer: answerCall, unmount };
}

it("queries the provider for the status of unsettled payments, and lists the result of each payment", async () => {
  const { asked: requestedIds, clear } = renderBar(
    makeTransactionRow("1", "refunded"),
    makeTransactionRow("2", "pending"),
    makeTransactionRow("3", "failed"),
    makeTransactionRow("4", "failed", "wallet"),
  );
  fireEvent.click(screen.getByRole("button", { name: "Check status with provider" }));
  await screen.findByRole("dialog", { name: "The provider answered about 1 of 4" });
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "TRX-2The provider says: succeeded.",
    "TRX-3It was decided in the meantime.",
    "TRX-1Not checked: it is refunded.",
    "TRX-4Not checked: it was paid from the wallet.",
  ]);
  expect(requestedIds).toEqual(["/api/v1/transactions/2/requery", "/api/v1/transactions/3/requery"]);
  expect(clear).toHaveBeenCalled();
});

it("disables the status check if every selected payment is settled", () => {
  renderBar(makeTransactionRow("1", "succeeded"), makeTransactionRow("2", "refunded"));
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Check status with provider" });
  expect([button.disabled, button.title]).toEqual([true, "The provider has nothing to report about these."]);
});

it("shows the progress of checking payments, and sends no further calls after Stop", async () => {
  const { waiting: pendingAnswers, answer: answerCall } = renderSlow(
    makeTransactionRow("1", "pending"),
    makeTransactionRow("2", "pending"),
    makeTransactionRow("3", "pending"),
  );
  await screen.findByRole("dialog", { name: "Checking with the provider" });
  expect(screen.getByText("0 of 3")).toBeDefined();
  await answerCall(1);
  expect(await screen.findByText("1 of 3")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(screen.getByRole("button", { name: "Stop" }).getAttribute("aria-busy")).toBe("true");
  await answerCall(2);
  await screen.findByRole("dialog", { name: "The provider answered about 2 of 3" });
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "TRX-1The provider says: processing.",
    "TRX-2The provider says: processing.",
    "TRX-3Not checked: you stopped before its turn.",
  ]);
  expect(pendingAnswers).toHaveLength(2);
});

it("stops checking payments once the list is unmounted", async () => {
  const {
    waiting: pendingAnswers,
    answer: answerCall,
    unmount,
  } = renderSlow(makeTransactionRow("1", "pending"), makeTransactionRow("2", "pending"));
  await screen.findByRole("dialog", { name: "Checking with the provider" });
  unmount();
  await answerCall(1);
  await new Promise((done) => setTimeout(done, 50));
  expect(pendingAnswers).toHaveLength(1);
});
