import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { PendingCorrection } from "@/lib/contract/user-data";
import { UserCorrectionDialog } from "./user-correction-dialog";
import { UserDataActions } from "./user-data";
import { PendingUserDataRequests } from "./user-data-waiting";

const USER = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c17",
  name: "Ada Obi",
  first_name: "Ada",
  middle_name: "",
  last_name: "Obi",
  email: "ada@example.com",
  phone: "+2348030001234",
  version: 4,
};
const PLAN = { obstacle: null, erased: [], kept: [], last_erased_at: null };
type DialogUser = Parameters<typeof UserCorrectionDialog>[0]["user"];

it("sends corrected user details with the current version, and keeps the form after a conflict", async () => {
  const sent: Record<string, unknown>[] = [];
  const onClose = vi.fn();
  const current = { ...USER, phone: "+2348030009999", version: 5 };
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    if (sent.length > 1)
      return Response.json({
        status: 200,
        message: "",
        data: { correction: null, copy: null, ready_copies: [], erasure: null },
      });
    const message = "This account has changed since you opened it.";
    return Response.json({ status: 409, code: "CONFLICT", message, current }, { status: 409 });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <UserCorrectionDialog user={USER as DialogUser} onClose={onClose} />
    </QueryClientProvider>,
  );
  const type = async (label: string | RegExp, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await type("First name", "Adá");
  await type(/^Reason/, "The citizen brought an affidavit");
  fireEvent.click(screen.getByRole("button", { name: "Request approval" }));
  expect(await screen.findByText("This account has changed since you opened it.")).toBeDefined();
  expect(screen.getByText("Current version").parentElement?.textContent).toContain("+2348030009999");
  fireEvent.click(screen.getByRole("button", { name: "Request approval" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ version, first_name }) => [version, first_name])).toEqual([
    [4, "Adá"],
    [5, "Adá"],
  ]);
});

it("shows an approver the old and new user details with reason and evidence", async () => {
  const admin = { id: "a1", name: "Bella Duke", email: "bella@example.org" };
  const correction: PendingCorrection = {
    approvalId: "p1",
    change: "Correct the email address",
    requested_by: admin,
    requested_at: "2026-11-21T10:00:00.000Z",
    expires_at: "2026-11-28T10:00:00.000Z",
    approvers: [{ id: "a2", name: "Ofem Eyo", email: "ofem@example.org" }],
    kept_out: [],
    reason: "Typing mistake at the desk",
    evidence: "Affidavit 12/2026",
    fields: [{ field: "email", from: null, to: "ada@example.com" }],
  };
  vi.stubGlobal("crossRiverPayFetch", async (url: string) =>
    Response.json({
      status: 200,
      message: "",
      data: url.endsWith("/data-requests") ? { correction, copy: null, ready_copies: [], erasure: null } : admin,
    }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PendingUserDataRequests userId={USER.id} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("None → ada@example.com")).toBeDefined();
  expect(screen.getByText("Awaiting approval by Ofem Eyo")).toBeDefined();
  expect(screen.getByText("Affidavit 12/2026")).toBeDefined();
  expect(await screen.findByRole("button", { name: "Withdraw the request" })).toBeDefined();
});

it("shows an error instead of the actions on citizen data if the pending data requests can't be loaded", async () => {
  let status = 403;
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    if (!url.endsWith("/data-requests")) return Response.json({ status: 200, message: "", data: { features: [] } });
    const data = { correction: null, copy: null, ready_copies: [], erasure: null, erasure_plan: PLAN };
    return Response.json({ status, message: "Away", data }, { status });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <UserDataActions user={USER as DialogUser} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Couldn't load")).toBeDefined();
  expect(screen.queryByText("Correction")).toBeNull();
  status = 200;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Correction")).toBeDefined();
});
