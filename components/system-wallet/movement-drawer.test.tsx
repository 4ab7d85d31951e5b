import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { saveAllDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import type { MovementDetails } from "@/lib/contract/system-wallet";
import { MovementDrawer } from "./movement-drawer";

const ADMIN = { id: "a1", name: "Ada Obi", email: "ada@crossriverpay.example" };
const DRAFT: MovementDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  reference: "MOV-1",
  kind: "fund",
  state: "draft",
  account: "grants_pool",
  to_account: null,
  direction: null,
  amount: 5_000,
  note: "A grant of October",
  external_reference: "",
  requested_by: ADMIN,
  requested_at: "2026-11-21T10:00:00.000Z",
  decided_by: null,
  decided_at: null,
  entry_id: null,
  reverses_entry_id: null,
  transaction: null,
  version: 4,
  awaiting: null,
  timeline: [],
};

/** Renders a draft transfer with a stubbed API that stores `source`. The API refuses outdated versions and records that are not drafts. */
async function renderDrawer(source: { current: MovementDetails }) {
  const sent: { path: string; version: number }[] = [];
  const answer = (url: string, init: RequestInit) => {
    if (url.endsWith("/users")) return { data: ADMIN };
    if (url.includes("/access")) return { data: { features: [{ name: "System Wallet", access: { create: true } }] } };
    if (!init.body) return { data: source.current };
    const { version } = JSON.parse(String(init.body));
    sent.push({ path: url.split("/").at(-1) ?? "", version });
    const isStale = version !== source.current.version || source.current.state !== "draft";
    return isStale
      ? {
          status: 409,
          code: "CONFLICT",
          message: "This movement changed since you opened it.",
          current: source.current,
        }
      : { data: source.current };
  };
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const body = { status: 200, message: "", ...answer(url, init) };
    return Response.json(body, { status: body.status });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MovementDrawer movementId={DRAFT.id} accounts={[]} onClose={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByText("Requested by");
  return sent;
}
const clickButton = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const clickInDialog = async (dialog: string, name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog", { name: dialog })).getByRole("button", { name }));

it("requests approval of a draft transfer that another client changed only after showing the change", async () => {
  const source = { current: DRAFT };
  const sent = await renderDrawer(source);
  await clickButton("Request approval");
  source.current = { ...DRAFT, amount: 90_000_000, version: 5 };
  await clickInDialog("Request approval of MOV-1?", "Request approval");
  await screen.findByText("This movement changed since you opened it.");
  expect(screen.getByText(/whether ₦900,000.00 move/)).toBeDefined();
  await clickInDialog("Request approval of MOV-1?", "Request approval");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Request approval of MOV-1?" })).toBeNull());
  expect(sent.map(({ version }) => version)).toEqual([4, 5]);
});

it("the confirmed deletion of a draft transfer never withdraws an approval request", async () => {
  const source = { current: DRAFT };
  const sent = await renderDrawer(source);
  await clickButton("Drop");
  source.current = { ...DRAFT, state: "awaiting_approval", version: 5 };
  for (const times of [1, 2]) {
    await clickInDialog("Discard the draft MOV-1?", "Discard");
    await waitFor(() => expect(sent).toHaveLength(times));
    await screen.findByText("This movement changed since you opened it.");
  }
  expect(sent.map(({ version }) => version)).toEqual([4, 4]);
  await clickInDialog("Discard the draft MOV-1?", "Cancel");
  expect(screen.getByText("Awaiting approval")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Drop" })).toBeNull();
});

it("keeps the form of a draft transfer that another client has submitted for approval", async () => {
  const source = { current: DRAFT };
  await renderDrawer(source);
  await clickButton("Change");
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "A grant of November" } });
  source.current = { ...DRAFT, state: "awaiting_approval", version: 5 };
  await clickButton("Save draft");
  await screen.findByText("This movement changed since you opened it.");
  await waitFor(() => expect(screen.getByText("Awaiting approval")).toBeDefined());
  expect(screen.getByLabelText<HTMLTextAreaElement>("Reason").value).toBe("A grant of November");
});

it("reopens the edit form of a draft transfer after the session ended", async () => {
  const reason = () => screen.findByLabelText<HTMLTextAreaElement>("Reason");
  await renderDrawer({ current: DRAFT });
  await clickButton("Change");
  fireEvent.change(await reason(), { target: { value: "A grant of Nov" } });
  saveAllDrafts();
  cleanup();
  await renderDrawer({ current: DRAFT });
  expect((await reason()).value).toBe("A grant of Nov");
});
