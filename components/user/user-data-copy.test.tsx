import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { FEATURES, type Feature, PERMISSION_FLAGS } from "@/lib/contract/access";
import type { UserDataRequests } from "@/lib/contract/user-data";
import { DataCopyCard } from "./user-data-copy";

const ME = { id: "a1", name: "Ada Obi", email: "ada@example.org" };
const USER = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c17", name: "Ekaette Bassey" };
type CardUser = Parameters<typeof DataCopyCard>[0]["user"];
const READY: UserDataRequests["ready_copies"][number] = {
  id: "c1",
  requested_by: ME,
  approved_at: "2026-11-21T10:00:00.000Z",
  expires_at: "2026-11-28T10:00:00.000Z",
};

/** Renders the card of data copies for an admin with rights in these features. */
function renderCard(
  ready: UserDataRequests["ready_copies"],
  features: readonly Feature[] = FEATURES,
  lacksApprove?: Feature,
) {
  const sent: string[] = [];
  let copies = ready;
  const access = Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, true]));
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.method === "POST") sent.push(url.split("/").at(-1) ?? "");
    if (url.endsWith("/progress")) copies = [];
    const data = url.endsWith("/data-requests")
      ? { hold: null, correction: null, copy: null, ready_copies: copies, erasure: null }
      : url.endsWith("/download")
        ? { export_id: "e1", token: "t", rows: 40 }
        : url.endsWith("/progress")
          ? { state: "done", rows: 40, sent: 40 }
          : url.includes("/access")
            ? { features: features.map((name) => ({ name, access: { ...access, approve: name !== lacksApprove } })) }
            : ME;
    return Response.json({ status: 200, message: "", data });
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <DataCopyCard user={USER as CardUser} />
    </QueryClientProvider>,
  );
  return sent;
}

it("lets the admin who requested a copy of citizen data download it once, then removes the button", async () => {
  const sent = renderCard([READY]);
  fireEvent.click(await screen.findByRole("button", { name: "Download the copy" }));
  expect(await screen.findByText("The copy was downloaded. It can't be downloaded again.")).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Download the copy" })).toBeNull());
  expect(sent).toEqual(["download"]);
  vi.restoreAllMocks();
});

it("offers no download of a citizen data copy that another admin requested", async () => {
  renderCard([{ ...READY, requested_by: { ...ME, id: "a2", name: "Bella Duke" } }]);
  expect(await screen.findByText(/Approved for Bella Duke/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Download the copy" })).toBeNull();
});

it("lists the features that the admin must be able to read before downloading a data copy", async () => {
  renderCard([READY], ["User Management", "KYC Management"]);
  expect(
    await screen.findByText(/you also need the right “read” in Transactions, System Wallet, iReports/),
  ).toBeDefined();
  expect(screen.queryByRole("button", { name: "Download the copy" })).toBeNull();
});

it("states that downloading a data copy requires the right to reveal identity numbers", async () => {
  renderCard([READY], FEATURES, "KYC Management");
  expect(await screen.findByText(/the right “approve” in KYC Management/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Download the copy" })).toBeNull();
});
