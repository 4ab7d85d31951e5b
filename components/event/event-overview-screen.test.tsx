import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { EventOverview } from "@/lib/contract/event";
import { eventOverviewQuery } from "@/lib/queries/event";
import { EventOverviewScreen } from "./event-overview-screen";

setNavigationHooks({ useSearchParams: () => new URLSearchParams("days=7") });
it("links the number of tickets sold in a period to the list of tickets sold on these days", () => {
  const client = makeQueryClient();
  client.setQueryData<EventOverview>(eventOverviewQuery({ days: "7" }).queryKey, {
    ...{ live: 1, drafts: 0, seats: 100, sold: 2, next: [], newest_drafts: [], refunding: [] },
    now: { tickets: 2, revenue: 500_000, checked_in: 0 },
    before: { tickets: 0, revenue: 0, checked_in: 0 },
    by_day: ["2026-11-17", "2026-11-18", "2026-11-23"].map((day) => ({ day, tickets: 0, amount: 0 })),
  });
  render(
    <QueryClientProvider client={client}>
      <EventOverviewScreen />
    </QueryClientProvider>,
  );
  const { search } = new URL(screen.getByRole<HTMLAnchorElement>("link", { name: /^Tickets sold/ }).href);
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    state: "valid,checked_in",
    from: "2026-11-17",
    to: "2026-11-23",
  });
});
