import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { toast } from "@/lib/client/toast";
import type { EventCategory } from "@/lib/contract/event";
import { EventCategoryListScreen } from "./category-list-screen";

setNavigationHooks({
  usePathname: () => "/dashboard/event-management/events/categories",
  useSearchParams: () => new URLSearchParams(),
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const makeCategory = (name: string): EventCategory => ({
  id: name,
  name,
  colour: "#0a6650",
  icon: "music",
  position: 0,
  events: 0,
  live: 0,
  version: 1,
});

/** Renders the categories for an admin who may change them. `order` is the stubbed API's response to a new order. */
function renderScreen(order: (ids: string[]) => Promise<Response>) {
  const okAnswer = async (data: unknown) => Response.json({ status: 200, message: "", data });
  vi.stubGlobal("crossRiverPayFetch", (url: string, init: RequestInit) => {
    if (url.endsWith("/order")) return order(JSON.parse(String(init.body)).ids);
    if (url.endsWith("/categories")) return okAnswer({ items: ["a", "b", "c"].map(makeCategory) });
    return okAnswer({ features: [{ name: "Events", access: { read: true, update: true } }] });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <EventCategoryListScreen />
    </QueryClientProvider>,
  );
}
const shownNames = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

it("sends both new orders if an event category is moved twice before the first response", async () => {
  const sent: string[][] = [];
  renderScreen((ids) => {
    sent.push(ids);
    return new Promise((resolve) =>
      setTimeout(() => resolve(Response.json({ status: 200, message: "", data: [] })), 20),
    );
  });
  const moveUpButton = await screen.findByRole("button", { name: "Move c up" });
  fireEvent.click(moveUpButton);
  await waitFor(() => expect(shownNames()).toEqual(["a", "c", "b"]));
  fireEvent.click(screen.getByRole("button", { name: "Move c up" }));
  await waitFor(() =>
    expect(sent).toEqual([
      ["a", "c", "b"],
      ["c", "a", "b"],
    ]),
  );
});

it("shows an error when the API refuses the new order of categories, and restores the stored order", async () => {
  const toastError = vi.spyOn(toast, "error");
  renderScreen(async () => Response.json({ status: 409, code: "CONFLICT", message: "Look again." }, { status: 409 }));
  fireEvent.click(await screen.findByRole("button", { name: "Move a down" }));
  await waitFor(() => expect(toastError).toHaveBeenCalledWith("Look again."));
  await waitFor(() => expect(shownNames()).toEqual(["a", "b", "c"]));
});
