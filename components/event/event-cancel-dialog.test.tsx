import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { EventDetails } from "@/lib/contract/event";
import type { EventCancellation } from "@/lib/contract/event-cancellation";
import { EventCancelDialog } from "./event-cancel-dialog";
import { cancellationConsequences } from "./event-cancel-words";

const EVENT = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  title: "Jazz night",
  state: "live",
  awaiting: null,
  version: 3,
} as EventDetails;
const CANCELLATION: EventCancellation = {
  tickets: 212,
  checked_in: 12,
  free: 10,
  amount: 106_000_000,
  checked_in_amount: 6_000_000,
  people: 148,
  reserved: 3,
  refund_limit: 500_000_000,
  needs_approval: { valid: false, with_checked_in: false },
  progress: null,
};

type ApiAnswer = { status: number; message?: string; current?: Partial<EventDetails>; data?: unknown };
/**
 * Renders the dialog with stubbed figures; null makes the request for the figures fail. `answers` are the responses to the cancellation,
 * in order.
 */
async function renderDialog(numbers: (EventCancellation | null)[], ...answers: ApiAnswer[]) {
  const sent: Record<string, unknown>[] = [];
  let fetchCount = 0;
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
    const answer = ({ status, message = "", ...rest }: ApiAnswer) =>
      Response.json({ status, message, ...rest }, { status });
    if (init.method === "GET") {
      const data = numbers[Math.min(fetchCount++, numbers.length - 1)];
      return answer(data ? { status: 200, data } : { status: 500, message: "It broke." });
    }
    sent.push(JSON.parse(String(init.body)));
    return answer(answers.shift() ?? { status: 200, data: { ...EVENT, state: "cancelled" } });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <EventCancelDialog event={EVENT} draft="event.cancel" onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Reason");
  return { sent, onClose };
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const CONFIRM_LABEL = "Type the event's title to confirm";
const clickCancelEvent = () => fireEvent.click(screen.getByRole("button", { name: "Cancel event" }));
const fillForm = () => {
  type("Reason", "The river is too high.");
  type(CONFIRM_LABEL, " Jazz night ");
};

it("the event's cancel dialog counts affected tickets and refunds, with and without checked-in tickets", async () => {
  await renderDialog([CANCELLATION]);
  expect(screen.getByText("200 tickets will be refunded, or voided where they were free.")).toBeDefined();
  expect(screen.getByText("₦1,060,000.00 is refunded the way it was paid.")).toBeDefined();
  expect(screen.getByText("148 people will be notified.")).toBeDefined();
  expect(screen.getByText("3 reservations end.")).toBeDefined();
  expect(screen.getByText("12 checked-in tickets stay as they are.")).toBeDefined();
  fireEvent.click(screen.getByLabelText("Also refund the 12 people who were checked in (₦60,000.00)"));
  expect(await screen.findByText("212 tickets will be refunded, or voided where they were free.")).toBeDefined();
  expect(screen.getByText("₦1,120,000.00 is refunded the way it was paid.")).toBeDefined();
  expect(screen.queryByText(/another admin has to approve/)).toBeNull();
});

it("the event's cancel dialog asks about checked-in tickets only if there are any, and states whether approval is needed", async () => {
  const needs_approval = { valid: true, with_checked_in: true };
  await renderDialog([
    { ...CANCELLATION, checked_in: 0, checked_in_amount: 0, refund_limit: 100_000_000, needs_approval },
  ]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.getByText(/is above the limit of ₦1,000,000.00: another admin has to approve/)).toBeDefined();
});

it("cancels an event only after its title is typed, and sends the figures shown", async () => {
  const { sent, onClose } = await renderDialog([CANCELLATION]);
  type("Reason", "The river is too high.");
  type(CONFIRM_LABEL, "Jazz");
  clickCancelEvent();
  expect(await screen.findByText("This is not the event's title. Type it as shown above.")).toBeDefined();
  expect(sent).toEqual([]);
  fillForm();
  fireEvent.click(screen.getByRole("checkbox"));
  clickCancelEvent();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      version: 3,
      title: "Jazz night",
      reason: "The river is too high.",
      include_checked_in: true,
      tickets: 212,
      amount: 112_000_000,
    },
  ]);
});

it("the event's cancel dialog shows new figures after a conflict, keeps the form, and sends the new figures", async () => {
  const newNumbers = { ...CANCELLATION, tickets: 214, amount: 107_000_000 };
  const refusal = { status: 409, message: "214 tickets now, not 212.", current: { ...EVENT, version: 4 } };
  const { sent, onClose } = await renderDialog([CANCELLATION, newNumbers], refusal);
  fillForm();
  clickCancelEvent();
  expect(await screen.findByText("214 tickets now, not 212.")).toBeDefined();
  expect(await screen.findByText("202 tickets will be refunded, or voided where they were free.")).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(CONFIRM_LABEL).value).toBe(" Jazz night ");
  expect(onClose).not.toHaveBeenCalled();
  clickCancelEvent();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[1]).toMatchObject({ version: 4, tickets: 214, amount: 107_000_000 });
});

it("the event's cancel dialog keeps its form if new figures can't be loaded, and shows why nothing was cancelled", async () => {
  const refusal = { status: 409, message: "214 tickets now, not 212.", current: { ...EVENT, version: 4 } };
  const { sent } = await renderDialog([CANCELLATION, null, { ...CANCELLATION, tickets: 214 }], refusal, refusal);
  fillForm();
  clickCancelEvent();
  expect(await screen.findByText("214 tickets now, not 212.")).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(CONFIRM_LABEL).value).toBe(" Jazz night ");
  clickCancelEvent();
  expect(await screen.findByText("202 tickets will be refunded, or voided where they were free.")).toBeDefined();
  expect(sent).toHaveLength(2);
});

it("the event's cancel dialog mentions tickets, people and refunds only if there are any", () => {
  const none = { tickets: 0, checked_in: 0, free: 0, amount: 0, checked_in_amount: 0, people: 0 };
  expect(cancellationConsequences({ ...CANCELLATION, ...none, reserved: 2 }, false)).toEqual(["2 reservations end."]);
  const checkedInNumbers = { ...none, tickets: 5, checked_in: 5, checked_in_amount: 100, people: 5, reserved: 0 };
  expect(cancellationConsequences({ ...CANCELLATION, ...checkedInNumbers }, false)).toEqual([
    "5 people will be notified.",
    "5 checked-in tickets stay as they are.",
  ]);
  expect(
    cancellationConsequences({ ...CANCELLATION, ...none, tickets: 3, free: 3, people: 2, reserved: 0 }, false),
  ).toEqual(["3 tickets will be voided.", "No money is refunded.", "2 people will be notified."]);
});
