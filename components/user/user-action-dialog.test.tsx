import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { UserDetails } from "@/lib/contract/user";
import { UserActionDialog } from "./user-action-dialog";
import type { UserAction } from "./user-actions";

const USER: UserDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c17",
  name: "Ada Obi",
  first_name: "Ada",
  middle_name: "",
  last_name: "Obi",
  email: "ada@example.com",
  phone: "+2348030001234",
  date_of_birth: "1990-05-01",
  gender: "female",
  address: "12 Marian Road",
  language: "en",
  phone_verified_at: null,
  opened_by: null,
  tier: 2,
  limits: { daily_debit: 20_000_000, balance: 50_000_000 },
  used: { daily_debit: 0, balance: 0 },
  reserved: 0,
  left: { daily_debit: 20_000_000, balance: 50_000_000 },
  lga: "Yala",
  status: "restricted",
  // Midnight after 1 May 2099 in Lagos.
  restriction: { kind: "no_debit", legal_basis: "court_order", until: "2099-05-01T23:00:00.000Z" },
  status_reason: "Asked by the court",
  status_message: null,
  status_changed_at: "2026-11-21T10:00:00.000Z",
  balance: 0,
  last_seen_at: null,
  joined_at: "2026-01-01T10:00:00.000Z",
  sessions_reset_at: null,
  close_obstacles: [],
  version: 4,
};

/** Renders the dialog of an account action. Stubbed responses are used in order. */
function renderDialog(action: UserAction, ...answers: { status: number; body: object }[]) {
  return renderDialogFor(USER, action, ...answers);
}

function renderDialogFor(user: UserDetails, action: UserAction, ...answers: { status: number; body: object }[]) {
  const sent: Record<string, unknown>[] = [];
  const onClose = vi.fn();
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    const { status, body } = answers[sent.length - 1] ?? { status: 200, body: { data: USER } };
    return Response.json({ status, message: "", ...body }, { status });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UserActionDialog user={user} action={action} label="Save" onClose={onClose} />
    </QueryClientProvider>,
  );
  return { sent, onClose };
}
const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const clickSave = async () => fireEvent.click(await screen.findByRole("button", { name: "Save" }));

it("keeps the last day (Lagos time) of an account restriction that is edited, unless another day is chosen", async () => {
  const { sent, onClose } = renderDialog("restrict");
  await type("Restricted actions", "both");
  await type("Legal basis", "regulator_directive");
  await type(/^Reason/, "The order goes further");
  await clickSave();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([
    { restriction: "both", legal_basis: "regulator_directive", last_day: "2099-05-01", version: 4 },
  ]);
});

it("the account action dialog shows the user's current state after a conflict, keeps the form, and sends the new version next", async () => {
  const current = {
    ...USER,
    restriction: { kind: "both", legal_basis: "fraud_investigation", until: null },
    status_reason: "Called by the bank",
    version: 5,
  };
  const { sent, onClose } = renderDialog("lift", {
    status: 409,
    body: { code: "CONFLICT", message: "Ngozi Obi restricted this account since you opened it.", current },
  });
  expect(screen.queryByText("Current version")).toBeNull();
  await type(/^Reason/, "The order was withdrawn");
  await clickSave();
  expect(await screen.findByText("Ngozi Obi restricted this account since you opened it.")).toBeDefined();
  const now = screen.getByText("Current version").parentElement?.textContent;
  expect(now).toContain("Restricted, tier 2");
  expect(now).toContain("Block all transactions. Fraud investigation, until an admin lifts it.");
  expect(now).toContain("Called by the bank");
  expect(now).toContain("21 Nov 2026, 11:00");
  expect((screen.getByLabelText(/^Reason/) as HTMLTextAreaElement).value).toBe("The order was withdrawn");
  await clickSave();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ version, reason }) => [version, reason])).toEqual([
    [4, "The order was withdrawn"],
    [5, "The order was withdrawn"],
  ]);
});

it("sends the suspension of a user with its reason and a message to the citizen", async () => {
  const { sent, onClose } = renderDialog("suspend");
  await type(/^Reason/, "Reported as stolen");
  await type(/^Message to the citizen/, "Please come to the office with your card.");
  await clickSave();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ reason: "Reported as stolen", message: "Please come to the office with your card." }]);
});

it.each([
  ["restrict", /by mail and push, unless only the reason or the legal basis changes\..*The reason stays with admins/],
  ["suspend", /The citizen is notified by mail and push\..*The reason stays with admins/],
  ["lift", "Logged. The citizen is notified by mail and push, without the reason."],
  ["reactivate", "Logged. The citizen is notified by mail and push, without the reason."],
  ["close", "Logged."],
] as const)("the dialog for %s states how the citizen is notified", async (action, hint) => {
  renderDialog(action);
  expect(await screen.findByText(hint)).toBeDefined();
});

it("shows only the API's message after a 409 response if nobody has changed the account", async () => {
  renderDialog("close", {
    status: 409,
    body: { code: "CONFLICT", message: "This account can't be closed yet.", current: USER },
  });
  await type(/^Reason/, "Asked for it in writing");
  await clickSave();
  expect(await screen.findByText("This account can't be closed yet.")).toBeDefined();
  expect(screen.queryByText("Current version")).toBeNull();
});

it("lists why an account can't be closed yet", async () => {
  const obstacle = "KYC-000123 waits for a decision. It must be decided first.";
  renderDialogFor({ ...USER, close_obstacles: [obstacle] }, "close");
  expect(await screen.findByText("It can't be closed yet")).toBeDefined();
  expect(screen.getByText(obstacle)).toBeDefined();
});

it("requires the legal basis of an account restriction", async () => {
  const { sent } = renderDialogFor({ ...USER, status: "active", restriction: null }, "restrict");
  await type("Restricted actions", "both");
  await type(/^Reason/, "Order of the court");
  await clickSave();
  expect(await screen.findByText("Choose the legal basis.")).toBeDefined();
  expect(sent).toEqual([]);
});
