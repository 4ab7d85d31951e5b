import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { TicketType } from "@/lib/contract/event-tickets";
import { TicketTypeDialog } from "./ticket-type-dialog";

const EVENT_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const REGULAR_TYPE: TicketType = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c01",
  name: "Regular",
  description: "",
  price: 500_000,
  quantity: 100,
  min_per_order: 1,
  max_per_order: 4,
  sales_from: null,
  sales_until: "2027-12-01T11:00:00.000Z",
  hidden: false,
  position: 0,
  sold: 10,
  held: 0,
  left: 90,
  revenue: 5_000_000,
  sale: "on_sale",
  is_used: true,
  version: 4,
};
type ApiAnswer = { status: number; message?: string; current?: TicketType; fields?: object };

async function renderDialog(type: TicketType | undefined, ...answers: ApiAnswer[]) {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    const { status, message = "", ...rest } = answers.shift() ?? { status: 200, data: REGULAR_TYPE };
    return Response.json({ status, message, ...rest }, { status });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TicketTypeDialog eventId={EVENT_ID} type={type} onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog");
  return { sent, onClose };
}
const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(getField(label), { target: { value } });
const clickButton = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("sends the price of a ticket type in kobo (0 if free) and Lagos times in UTC", async () => {
  const { sent, onClose } = await renderDialog(undefined);
  clickButton("Save");
  expect(await screen.findByText("Enter a price such as 5,000, or 0 for free.")).toBeDefined();
  type("Name", "Early bird");
  type("Price in naira", "2,500.50");
  type("Tickets", " 40 ");
  type("Sales end (optional)", "2027-12-01T12:00");
  clickButton("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      name: "Early bird",
      description: "",
      price: 250_050,
      quantity: 40,
      min_per_order: 1,
      max_per_order: 10,
      sales_from: null,
      sales_until: "2027-12-01T11:00:00.000Z",
      hidden: false,
    },
  ]);
});

it("shows the API's errors at a ticket type's fields", async () => {
  const salesError = { sales_until: "Sales can't go on after the event has ended." };
  const { onClose } = await renderDialog(REGULAR_TYPE, {
    status: 400,
    message: "Check the dates.",
    fields: salesError,
  });
  expect(getField("Price in naira").value).toBe("5,000.00");
  expect(screen.getByText("Tickets that were sold keep the price that was paid.")).toBeDefined();
  clickButton("Save");
  expect(await screen.findByText(salesError.sales_until)).toBeDefined();
  expect(screen.queryByText("Check the dates.")).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

it("shows another admin's changes to a ticket type, keeps the form, and only then offers to overwrite them", async () => {
  const { sent, onClose } = await renderDialog(REGULAR_TYPE, {
    status: 409,
    message: "It changed.",
    current: { ...REGULAR_TYPE, price: 600_000, hidden: true, version: 6 },
  });
  type("Tickets", "150");
  clickButton("Save");
  expect(await screen.findByText("Price: ₦6,000.00; it was ₦5,000.00")).toBeDefined();
  expect(screen.getByText("Hidden: yes; it was no")).toBeDefined();
  expect(getField("Tickets").value).toBe("150");
  clickButton("Overwrite");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ version, quantity, price }) => ({ version, quantity, price }))).toEqual([
    { version: 4, quantity: 150, price: 500_000 },
    { version: 6, quantity: 150, price: 500_000 },
  ]);
});
