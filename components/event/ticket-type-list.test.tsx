import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { EventDetails } from "@/lib/contract/event";
import { eventQuery } from "@/lib/queries/event";
import { accessQuery } from "@/lib/queries/rp";
import { TicketTypeList } from "./ticket-type-list";

setNavigationHooks({
  usePathname: () => "/dashboard/event-management/events/1",
  useSearchParams: () => new URLSearchParams("tab=tickets&type=new"),
});
const LIVE_EVENT = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  title: "Jazz night",
  state: "live",
  awaiting: null,
  ticket_types: [],
  version: 3,
} as unknown as EventDetails;

function TestList() {
  const { data } = useQuery(eventQuery(LIVE_EVENT.id));
  return data ? <TicketTypeList event={data} /> : null;
}

it("keeps the ticket type's form and explains the refusal when another admin has cancelled the event", async () => {
  const message = "This event is cancelled. Nothing can be changed.";
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) =>
    init.method === "GET"
      ? Response.json({ status: 200, message: "", data: { ...LIVE_EVENT, state: "cancelled", version: 4 } })
      : Response.json(
          { status: 409, code: "CONFLICT", message: "It was cancelled by another admin." },
          { status: 409 },
        ),
  );
  const client = makeQueryClient();
  client.setQueryData(eventQuery(LIVE_EVENT.id).queryKey, LIVE_EVENT);
  const access = { read: true, create: true, update: true };
  client.setQueryData(accessQuery().queryKey, { features: [{ name: "Events", access }] } as never);
  render(
    <QueryClientProvider client={client}>
      <TestList />
    </QueryClientProvider>,
  );
  const type = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await type("Name", "Early bird");
  await type("Price in naira", "2,500");
  await type("Tickets", "40");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(await screen.findByText("It was cancelled by another admin.")).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Early bird");
});
