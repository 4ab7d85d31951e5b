import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { TransactionRow } from "@/lib/contract/transaction";
import { useBulkRequery } from "./use-bulk-requery";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (id: string, state: TransactionRow["state"]) => ({ id, reference: `TRX-${id}`, state }) as TransactionRow;

function Chosen({ rows, clear }: { rows: TransactionRow[]; clear: () => void }) {
  const { bar, dialog } = useBulkRequery();
  return (
    <>
      {bar(rows, clear)}
      {dialog}
    </>
  );
}

/** The bar over these rows, before a provider that decides the first payment and refuses to speak of the others. */
function show(...rows: TransactionRow[]) {
  const asked: string[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    asked.push(url);
    return asked.length === 1
      ? Response.json({ status: 200, message: "", data: { state: "succeeded" } })
      : Response.json({ status: 409, message: "It was decided meanwhile.", code: "CONFLICT" }, { status: 409 });
  });
  const clear = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Chosen rows={rows} clear={clear} />
    </QueryClientProvider>,
  );
  return { asked, clear };
}

it("asks about the undecided ones, and says of every row what became of it", async () => {
  const { asked, clear } = show(row("1", "failed"), row("2", "pending"), row("3", "processing"));
  fireEvent.click(screen.getByRole("button", { name: "Ask the provider again" }));
  await screen.findByRole("dialog", { name: "The provider answered about 1 of 3" });
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "TRX-2The provider says: succeeded.",
    "TRX-3It was decided meanwhile.",
    "TRX-1Not asked: it is failed.",
  ]);
  expect(asked).toEqual(["/api/v1/transactions/2/requery", "/api/v1/transactions/3/requery"]);
  expect(clear).toHaveBeenCalled();
});

it("has nothing to ask where all are decided", () => {
  show(row("1", "failed"), row("2", "refunded"));
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Ask the provider again" });
  expect([button.disabled, button.title]).toEqual([true, "None of these is undecided."]);
});
