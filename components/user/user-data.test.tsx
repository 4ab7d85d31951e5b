import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { UserDataRequests } from "@/lib/contract/user-data";
import { ERASED_PARTS } from "@/lib/contract/user-data.values";
import { UserDataActions } from "./user-data";

const ADA = { id: "a1", name: "Ada Obi", email: "ada@example.org" };
const USER = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c17", name: "Ekaette Bassey", status: "closed" };
type TabUser = Parameters<typeof UserDataActions>[0]["user"];
const EMPTY: UserDataRequests = {
  hold: null,
  correction: null,
  copy: null,
  ready_copies: [],
  erasure: null,
  erasure_plan: { obstacle: null, erased: ["contact_details"], kept: [], last_erased_at: null },
};

/**
 * Renders the data tab with these data requests. @param isAway returns true while the API fails @returns sent request bodies, and
 * `change`
 */
function renderTab(initial: UserDataRequests, isAway = () => false) {
  const server = { requests: initial };
  const client = makeQueryClient();
  const sent: unknown[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.body) sent.push([init.method, url.split("/").slice(-2).join("/"), JSON.parse(String(init.body))]);
    if (isAway() && url.endsWith("/data-requests"))
      return Response.json({ status: 503, message: "The database is away.", code: "UNAVAILABLE" }, { status: 503 });
    const access = { read: true, update: true, delete: true, export: true };
    const data = url.includes("/access")
      ? { features: [{ name: "User Management", access }] }
      : url.includes("/data-")
        ? server.requests
        : ADA;
    return Response.json({ status: 200, message: "", data });
  });
  render(
    <QueryClientProvider client={client}>
      <UserDataActions user={USER as TabUser} />
    </QueryClientProvider>,
  );
  /** Replaces the stubbed data requests, and refetches them. */
  const change = (requests: UserDataRequests) => {
    server.requests = requests;
    return client.invalidateQueries();
  };
  return Object.assign(sent, { change });
}

it("shows one error with a retry instead of the data actions if the requests about a citizen's data can't be loaded", async () => {
  let isAway = true;
  renderTab(EMPTY, () => isAway);
  expect(await screen.findByText("The database is away.", undefined, { timeout: 10_000 })).toBeDefined();
  expect(screen.queryByText("Erasure")).toBeNull();
  isAway = false;
  fireEvent.click(screen.getByRole("button", { name: /Retry/ }));
  expect(await screen.findByRole("button", { name: "Request erasure" })).toBeDefined();
});

it("places a hold on a citizen's data with a reason", async () => {
  const sent = renderTab(EMPTY);
  expect(await screen.findByText("There is no hold on the data.")).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: "Place hold" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Place a hold on Ekaette Bassey's data?" }));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "Order of the court" } });
  fireEvent.click(dialog.getByRole("button", { name: "Place hold" }));
  await waitFor(() => expect([...sent]).toEqual([["POST", `${USER.id}/data-hold`, { reason: "Order of the court" }]]));
});

it("releases a hold on a citizen's data, and shows who placed it and why", async () => {
  const hold = { reason: "Order of the court", placed_by: ADA, placed_at: "2026-11-21T10:00:00.000Z" };
  const sent = renderTab({ ...EMPTY, hold });
  expect(await screen.findByText(/^Placed by Ada Obi on .*: Order of the court/)).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: "Release hold" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Release the hold on Ekaette Bassey's data?" }));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "The trial has ended" } });
  fireEvent.click(dialog.getByRole("button", { name: "Release hold" }));
  await waitFor(() => expect([...sent]).toEqual([["PATCH", "data-hold/release", { reason: "The trial has ended" }]]));
});

it("keeps an open data request dialog and its typed reason after another admin placed a hold on the citizen's data", async () => {
  const sent = renderTab(EMPTY);
  fireEvent.click(await screen.findByRole("button", { name: "Place hold" }));
  const title = { name: "Place a hold on Ekaette Bassey's data?" };
  const dialog = within(await screen.findByRole("dialog", title));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "Order of the court" } });
  const hold = { reason: "Police report", placed_by: ADA, placed_at: "2026-11-21T10:00:00.000Z" };
  await sent.change({ ...EMPTY, hold });
  await screen.findByText(/: Police report$/);
  fireEvent.click(within(screen.getByRole("dialog", title)).getByRole("button", { name: "Place hold" }));
  await waitFor(() => expect([...sent]).toEqual([["POST", `${USER.id}/data-hold`, { reason: "Order of the court" }]]));
});

it("shows a large erasure plan in full: every kind of data to erase or keep, and every approved copy", async () => {
  const kept = Array.from(
    { length: 12 },
    (_, index) => `Records of kind ${index}, ${"with a long reason ".repeat(12)}`,
  );
  const at = { approved_at: "2026-11-21T10:00:00.000Z", expires_at: "2026-11-28T10:00:00.000Z" };
  const ready_copies = Array.from({ length: 8 }, (_, index) => ({ id: `c${index}`, requested_by: ADA, ...at }));
  const erasure_plan = { ...EMPTY.erasure_plan, erased: [...ERASED_PARTS], kept };
  renderTab({ ...EMPTY, ready_copies, erasure_plan });
  expect(await screen.findAllByRole("listitem")).toHaveLength(12);
  expect(screen.getAllByText(/^Approved for Ada Obi/)).toHaveLength(8);
});
