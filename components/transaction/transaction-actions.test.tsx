import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { saveAllDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { providerAnswerText, transactionQuery } from "@/lib/queries/transaction";
import { ReceiptButton } from "./receipt-button";
import { TransactionActions } from "./transaction-actions";

function renderActions(
  transaction: Partial<TransactionDetails>,
  refusal?: object,
  access: object = { read: true, update: true },
) {
  const client = makeQueryClient();
  const features = [{ name: "Transactions", access }];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) =>
    refusal && init.body
      ? Response.json({ status: 409, code: "CONFLICT", ...refusal }, { status: 409 })
      : Response.json({ status: 200, message: "", data: { features } }),
  );
  const paidPayment = {
    id: "t1",
    reference: "TRX-1",
    version: 3,
    amount: 6_000_000,
    discount: 0,
    cashback: 0,
    counterparty: null,
    account_check: null,
    loss: { amount: 6_000_000, to: "bank" },
    refund_limit: 5_000_000,
    user: { name: "Ada Obi" },
    ...transaction,
  };
  render(
    <QueryClientProvider client={client}>
      <TransactionActions transaction={paidPayment as TransactionDetails} />
      <ReceiptButton transactionId={paidPayment.id} />
    </QueryClientProvider>,
  );
  return client;
}

it("keeps the typed form of a payment dispute when the session ends, and reopens the dialog", async () => {
  renderActions({ state: "disputed", disputable: true });
  fireEvent.click(await screen.findByRole("button", { name: "Record outcome" }));
  const reason = await screen.findByLabelText("Reason");
  expect(screen.getByText(/₦60,000.00 leave the settlement float.*above ₦50,000.00 another admin/)).toBeDefined();
  fireEvent.change(reason, { target: { value: "The bank ruled" } });
  saveAllDrafts();
  cleanup();
  renderActions({ state: "disputed", disputable: true });
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Reason")).value).toBe("The bank ruled");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  cleanup();
  renderActions({ state: "disputed", disputable: true });
  await screen.findByRole("button", { name: "Record outcome" });
  expect(screen.queryByLabelText("Reason")).toBeNull();
});

it("requires an outcome when an admin ends a payment's dispute", async () => {
  renderActions({ state: "disputed", disputable: true });
  fireEvent.click(await screen.findByRole("button", { name: "Record outcome" }));
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "The bank ruled" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Choose the outcome.")).toBeDefined();
});

function TestPage({ transactionId }: { transactionId: string }) {
  const { data } = useQuery(transactionQuery(transactionId));
  return data && <TransactionActions transaction={data} />;
}

it("the dispute dialog shows the transaction's new state after a conflict, keeps the form, and sends the new version next", async () => {
  const openedPayment = {
    id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
    reference: "TRX-1",
    state: "succeeded",
    disputable: true,
    loss: { amount: 6_000_000, to: "bank" },
    counterparty: null,
    user: { id: "u1", name: "Ada Obi" },
    amount: 6_000_000,
    discount: 0,
    cashback: 0,
    refunded_amount: 0,
    refund_limit: 5_000_000,
    remaining: 6_000_000,
    awaiting: null,
    version: 3,
  } as TransactionDetails;
  const newer = { ...openedPayment, version: 4 };
  const disputedPayment = { ...openedPayment, state: "disputed", version: 5 } as const;
  const answers = [newer, disputedPayment];
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (!init.body) {
      const features = [{ name: "Transactions", access: { update: true } }];
      const data = url.includes("/access") ? { features } : (answers[sent.length - 1] ?? openedPayment);
      return Response.json({ status: 200, message: "", data });
    }
    sent.push(JSON.parse(String(init.body)));
    const body = {
      status: 409,
      code: "CONFLICT",
      message: `Refused ${sent.length}.`,
      current: answers[sent.length - 1],
    };
    return Response.json(body, { status: 409 });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <TestPage transactionId={openedPayment.id} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Dispute" }));
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "Not theirs" } });
  fireEvent.click(screen.getByRole("button", { name: "Mark as disputed" }));
  await screen.findByText("Refused 1.");
  expect(screen.getByText("Current version").parentElement?.textContent).toContain("Succeeded");
  fireEvent.click(screen.getByRole("button", { name: "Mark as disputed" }));
  await screen.findByText("Refused 2.");
  expect(screen.getByText("Current version").parentElement?.textContent).toContain("Disputed");
  expect(screen.getByRole("dialog", { name: "Dispute TRX-1?" })).toBeDefined();
  expect(screen.queryByLabelText("Outcome")).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Reason").value).toBe("Not theirs");
  expect(sent).toMatchObject([{ version: 3 }, { version: 4, state: "disputed", reason: "Not theirs" }]);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Record outcome" })).toBeDefined());
});

it("states that a lost dispute returns a wallet payment to the wallet, and which account pays for it", async () => {
  const lossOutcome = { amount: 6_000_000, to: "wallet" } as const;
  for (const [counterparty, outcomeText] of [
    [null, /₦60,000\.00 go back to Ada Obi's wallet from the settlement float/],
    [{ id: "u2", name: "Bella Duke" }, /go back to Ada Obi's wallet from Bella Duke's wallet/],
  ] as const) {
    renderActions({ state: "disputed", disputable: true, loss: lossOutcome, counterparty });
    fireEvent.click(await screen.findByRole("button", { name: "Record outcome" }));
    expect(await screen.findByText(outcomeText)).toBeDefined();
    cleanup();
  }
});

it("offers neither Dispute nor the outcome “lost” for a payment that is not disputable", async () => {
  renderActions({ state: "succeeded", disputable: false, remaining: 100 });
  await screen.findByRole("button", { name: "Refund" });
  expect(screen.queryByRole("button", { name: "Dispute" })).toBeNull();
  cleanup();
  renderActions({ state: "disputed", disputable: false });
  fireEvent.click(await screen.findByRole("button", { name: "Record outcome" }));
  const outcome = await screen.findByLabelText<HTMLSelectElement>("Outcome");
  expect([...outcome.options].map(({ value }) => value)).toEqual(["", "won"]);
});

it.each([
  ["Refund", "Refund"],
  ["Dispute", "Mark as disputed"],
])(
  "the %s dialog shows an error if another approval request is pending, and refetches the transaction behind the dialog",
  async (buttonName, submit) => {
    const transaction = {
      id: crypto.randomUUID(),
      state: "succeeded",
      disputable: true,
      remaining: 6_000_000,
    } as const;
    const message = "A change already waits for approval (Refund ₦1.00; asked for by Grace Oko).";
    const client = renderActions(transaction, { message, current: { ...transaction, awaiting: {} } });
    const { queryKey } = transactionQuery(transaction.id);
    client.setQueryData(queryKey, transaction as TransactionDetails);
    fireEvent.click(await screen.findByRole("button", { name: buttonName }));
    const reason = await screen.findByLabelText<HTMLTextAreaElement>("Reason");
    fireEvent.change(reason, { target: { value: "Paid twice" } });
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: submit }));
    expect(await screen.findByText(message)).toBeDefined();
    await waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true));
    expect(reason.value).toBe("Paid twice");
  },
);

it.each([
  ["processing", "simulated", 1],
  ["failed", "simulated", 1],
  ["expired", "simulated", 1],
  ["failed", "ledger", 0],
  ["succeeded", "simulated", 0],
] as const)(
  "a transaction that is %s through the provider %s has %i button to check its status",
  async (state, provider, buttons) => {
    renderActions({ state, remaining: 5, payment_method: { id: "m", name: "Card", provider } });
    await screen.findByRole("button", { name: "Refund" });
    expect(screen.queryAllByRole("button", { name: "Check status with provider" })).toHaveLength(buttons);
  },
);

it("shows the payment provider's message for a failed payment, such as that it was paid late", async () => {
  const message = "Approved: paid after it had failed, booked on suspense";
  expect(providerAnswerText({ state: "failed", events: [{ message }] as TransactionDetails["events"] })).toBe(
    `The provider says: ${message}.`,
  );
  expect(providerAnswerText({ state: "succeeded", events: [] })).toBe("The provider says: succeeded.");
});

it("shows the actions on a transaction only to admins who may update, and its receipt only to those who may export", async () => {
  const payment = { state: "succeeded", disputable: true, remaining: 6_000_000 } as const;
  renderActions(payment, undefined, { read: true, update: true, export: true });
  await screen.findByRole("button", { name: "Refund" });
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent?.trim())).toEqual([
    "Dispute",
    "Refund",
    "Receipt (PDF)",
  ]);
  cleanup();
  renderActions(payment, undefined, { read: true, export: true });
  await screen.findByRole("button", { name: "Receipt (PDF)" });
  expect(screen.getAllByRole("button")).toHaveLength(1);
  cleanup();
  renderActions(payment, undefined, { read: true, update: true });
  await screen.findByRole("button", { name: "Refund" });
  expect(screen.queryByRole("button", { name: "Receipt (PDF)" })).toBeNull();
});
