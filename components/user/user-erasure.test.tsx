import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ErasurePlan } from "@/lib/contract/user-data";
import { ErasureCard } from "./user-erasure";

const USER = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c17", name: "Ekaette Bassey" };
type CardUser = Parameters<typeof ErasureCard>[0]["user"];
const PLAN: ErasurePlan = {
  obstacle: null,
  erased: ["contact_details", "devices"],
  kept: ["Payments and wallet entries: until 1 March 2031."],
  last_erased_at: null,
};

/** Renders the card with this erasure plan. @returns bodies of sent requests */
function renderCard(plan: ErasurePlan, mayErase = true) {
  const sent: unknown[] = [];
  const requests = { hold: null, correction: null, copy: null, ready_copies: [], erasure: null, erasure_plan: plan };
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.body) sent.push(JSON.parse(String(init.body)));
    const access = { read: true, delete: mayErase };
    const data = url.includes("/access") ? { features: [{ name: "User Management", access }] } : requests;
    return Response.json({ status: 200, message: "", data });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ErasureCard user={USER as CardUser} />
    </QueryClientProvider>,
  );
  return sent;
}

it("shows which of a citizen's data an erasure deletes and keeps, and requests the erasure with a reason", async () => {
  const sent = renderCard(PLAN);
  expect(await screen.findByText("Payments and wallet entries: until 1 March 2031.")).toBeDefined();
  expect(
    screen.getByText(/email address, home address and status message; devices that get notifications\./),
  ).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: "Request erasure" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Erase Ekaette Bassey's data?" }));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "Asked for it in writing" } });
  fireEvent.click(dialog.getByRole("button", { name: "Request approval" }));
  await waitFor(() => expect(sent).toEqual([{ reason: "Asked for it in writing" }]));
});

it.each([
  [
    "the obstacle",
    { ...PLAN, obstacle: "The account is open. Close it first." },
    true,
    "The account is open. Close it first.",
  ],
  ["the missing right", PLAN, false, "You need the right “delete” in User Management."],
] as const)(
  "replaces the button that requests the erasure of a citizen's data with %s",
  async (_, plan, mayErase, text) => {
    renderCard(plan, mayErase);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Request erasure" })).toBeNull();
  },
);

it("replaces the erasure button with a note if no data of a citizen is left to erase", async () => {
  renderCard({ ...PLAN, erased: [] });
  expect(await screen.findByText(/nothing is left that can be erased/)).toBeDefined();
  await screen.findByText("Payments and wallet entries: until 1 March 2031.");
  expect(screen.queryByRole("button", { name: "Request erasure" })).toBeNull();
  expect(screen.queryByText(/^You need/)).toBeNull();
});
