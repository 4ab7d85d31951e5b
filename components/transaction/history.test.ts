import { expect, it } from "vitest";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import type { TransactionEvent } from "@/lib/contract/transaction-event";
import { mergeTransactionHistory } from "./history";

const timeAt = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString();
const makeEvent = (
  id: string,
  second: number,
  kind: string,
  overrides: Partial<TransactionEvent> = {},
): TransactionEvent => ({
  id,
  at: timeAt(second),
  kind,
  from_state: null,
  to_state: null,
  message: kind,
  raw: null,
  ...overrides,
});
const makeLogRow = (
  id: string,
  second: number,
  action: string,
  overrides: Partial<TimelineEntry> = {},
): TimelineEntry => ({
  id,
  at: timeAt(second),
  by: null,
  actor: "Payment provider",
  action,
  words: action,
  outcome: "done",
  changes: [],
  ...overrides,
});

it("the transaction history merges a payment event with its change-log row, and shows who caused the event", () => {
  const changes = [
    { field: "state", before: "processing", after: "failed" },
    { field: "provider_says", before: null, after: "Declined" },
    { field: "on_suspense", before: null, after: "₦1,000.00" },
  ];
  const admin = { id: "a1", name: "Ada Obi", email: "ada@crossriverpay.example" };
  const history = mergeTransactionHistory(
    [makeEvent("2", 20, "requery", { message: "Declined", to_state: "failed" }), makeEvent("1", 1, "attempt")],
    [makeLogRow("9", 21, "transaction.requery", { by: admin, actor: "Ada Obi", changes })],
  );
  expect(history).toMatchObject([
    {
      actor: "Ada Obi",
      words: "Status checked with the provider",
      event: { message: "Declined" },
      changes: [{ field: "on_suspense" }],
    },
    { actor: "", words: "Attempt", event: { kind: "attempt" } },
  ]);
});

it("keeps payment events and change-log rows without a counterpart, newest first", () => {
  const history = mergeTransactionHistory(
    [makeEvent("2", 50, "webhook"), makeEvent("1", 0, "attempt")],
    [makeLogRow("8", 30, "transaction.receipt", { actor: "Ada Obi" }), makeLogRow("7", 40, "transaction.webhook")],
  );
  expect(history.map(({ action, event }) => event?.kind ?? action)).toEqual([
    "webhook",
    "transaction.webhook",
    "transaction.receipt",
    "attempt",
  ]);
});

it("assigns each change-log row to only one payment event", () => {
  const history = mergeTransactionHistory(
    [makeEvent("3", 12, "webhook"), makeEvent("2", 12, "webhook")],
    [makeLogRow("8", 12, "transaction.webhook"), makeLogRow("7", 11, "transaction.webhook")],
  );
  expect(history).toHaveLength(2);
});
