import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { toast } from "@/lib/client/toast";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { ProgrammeActions } from "./programme-actions";

const mockPush = vi.fn();
setNavigationHooks({ useRouter: () => ({ push: mockPush }) });

const PROGRAMME_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const PROGRAMME = {
  ...{ id: PROGRAMME_ID, name: "Seedlings", state: "draft", version: 3, missing: {}, applications: {} },
  ...{ award_kind: "fixed", amount: 5_000_000, budget: 100_000_000, committed: 0, paid: 0, pool: 500_000_000 },
} as unknown as ProgrammeDetails;
const NO_APPLICATIONS = { submitted: 0, shortlisted: 0, approved: 0, disbursed: 0, rejected: 0, payment_failed: 0 };
const ALL_RIGHTS = { read: true, create: true, update: true, delete: true, approve: true, export: true };

let sentRequests: { path: string; method: string; body: unknown }[];
let nextAnswer: { status: number; message: string; data?: unknown };
let rights: object;
let dialogTitles: string[];
beforeEach(() => {
  sentRequests = [];
  dialogTitles = [];
  rights = ALL_RIGHTS;
  nextAnswer = { status: 200, message: "", data: { ...PROGRAMME, budget: 200_000_000 } };
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    dialogTitles.push(url.split("/").at(-1) ?? "");
    if (url.endsWith("/access"))
      return Response.json({ status: 200, message: "", data: { features: [{ name: "Grants", access: rights }] } });
    if (init.method === "GET") return Response.json({ status: 200, message: "", data: {} });
    const body = init.body ? JSON.parse(String(init.body)) : null;
    sentRequests.push({ path: new URL(url, "http://test").pathname, method: String(init.method), body });
    return Response.json(nextAnswer, { status: nextAnswer.status });
  });
});
afterEach(() => {
  cleanup();
  mockPush.mockClear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type ProgrammeOverrides = Partial<ProgrammeDetails>;
function renderActions(programme: ProgrammeOverrides, unsaved: boolean) {
  const onDelete = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ProgrammeActions programme={{ ...PROGRAMME, ...programme }} unsaved={unsaved} onDelete={onDelete} />
    </QueryClientProvider>,
  );
  return onDelete;
}
const findButton = (name: string) => screen.findByRole<HTMLButtonElement>("button", { name });
const buttonNames = () => screen.queryAllByRole("button").map(({ textContent }) => textContent?.trim());
const findDialog = async () => within(await screen.findByRole("dialog"));
const confirmInDialog = async (name: string) => fireEvent.click((await findDialog()).getByRole("button", { name }));

it.each([
  ["draft", {}, ["Make a copy", "Delete draft", "Open programme"]],
  ["open", {}, ["Make a copy", "Raise budget", "Close"]],
  ["closed", { disbursed: 2 }, ["Make a copy", "Award list", "Raise budget", "Complete", "Open again"]],
  ["completed", { disbursed: 2 }, ["Make a copy", "Award list"]],
] as const)(
  "offers the actions that are allowed for a grant programme that is %s",
  async (state, applications, expected) => {
    renderActions({ state, applications: { ...NO_APPLICATIONS, ...applications } }, false);
    await waitFor(() => expect(buttonNames()).toEqual(expected));
  },
);

it("offers no programme actions to readers; admins without the approve right may only close an open programme", async () => {
  rights = { ...ALL_RIGHTS, create: false, update: false, delete: false, approve: false, export: false };
  renderActions({ state: "closed" }, false);
  await waitFor(() => expect(dialogTitles).toContain("access"));
  expect(buttonNames()).toEqual([]);
  cleanup();
  rights = { ...ALL_RIGHTS, create: false, approve: false };
  renderActions({ state: "open" }, false);
  await waitFor(() => expect(buttonNames()).toEqual(["Close"]));
});

it("disables opening a grant programme while its draft is incomplete or unsaved, and explains why", async () => {
  renderActions({ missing: { budget: "Enter the budget." } }, true);
  expect((await findButton("Open programme")).disabled).toBe(true);
  expect((await findButton("Open programme")).getAttribute("aria-describedby")).toBe("programme-missing");
  cleanup();
  renderActions({}, true);
  expect((await findButton("Open programme")).disabled).toBe(true);
  expect(screen.getByText("Save your changes first.")).toBeDefined();
});

it("shows the amount to reserve before a programme is opened, and reports success", async () => {
  const toastSuccess = vi.spyOn(toast, "success");
  renderActions({}, false);
  fireEvent.click(await findButton("Open programme"));
  expect((await findDialog()).getByText(/^₦1,000,000.00 are reserved in the grants pool/)).toBeDefined();
  await confirmInDialog("Open");
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith("Seedlings is open."));
  expect(sentRequests).toEqual([
    { path: `/api/v1/grants/programmes/${PROGRAMME_ID}/open`, method: "PATCH", body: { version: 3 } },
  ]);
});

it("keeps the confirmation open and shows the error if the API refuses to open a programme", async () => {
  nextAnswer = { status: 409, message: "₦500.00 is missing in the grants pool." };
  renderActions({}, false);
  fireEvent.click(await findButton("Open programme"));
  await confirmInDialog("Open");
  expect((await findDialog()).getByText("₦500.00 is missing in the grants pool.")).toBeDefined();
});

it("shows the amount that returns to the pool before a programme is completed", async () => {
  renderActions({ state: "closed", paid: 60_000_000 }, false);
  fireEvent.click(await findButton("Complete"));
  expect((await findDialog()).getByText(/^₦400,000.00 returns to the grants pool/)).toBeDefined();
  await confirmInDialog("Complete programme");
  await waitFor(() =>
    expect(sentRequests.map(({ path }) => path)).toEqual([`/api/v1/grants/programmes/${PROGRAMME_ID}/complete`]),
  );
});

it("opens the list of programmes after a draft was deleted, and refetches the draft if the deletion failed", async () => {
  const onDelete = renderActions({}, false);
  fireEvent.click(await findButton("Delete draft"));
  nextAnswer = { status: 409, message: "It was opened." };
  await confirmInDialog("Delete");
  expect((await findDialog()).getByText("It was opened.")).toBeDefined();
  expect(onDelete.mock.calls).toEqual([[true], [false]]);
  nextAnswer = { status: 200, message: "", data: { id: PROGRAMME_ID } };
  await confirmInDialog("Delete");
  await waitFor(() => expect(mockPush).toHaveBeenCalledWith("/dashboard/grants/programmes"));
  expect(sentRequests.at(-1)).toMatchObject({ path: `/api/v1/grants/programmes/${PROGRAMME_ID}`, method: "DELETE" });
});

it("opens the copy after a grant programme was duplicated", async () => {
  nextAnswer = { status: 200, message: "", data: { ...PROGRAMME, id: "019b76da-afc5-77b8-b3c0-9fbab7704c20" } };
  renderActions({ state: "open" }, false);
  fireEvent.click(await findButton("Make a copy"));
  await waitFor(() =>
    expect(mockPush).toHaveBeenCalledWith("/dashboard/grants/programmes/019b76da-afc5-77b8-b3c0-9fbab7704c20"),
  );
});

it("sends a programme's raised budget, typed in naira, as kobo with a reason", async () => {
  const toastSuccess = vi.spyOn(toast, "success");
  renderActions({ state: "open" }, false);
  fireEvent.click(await findButton("Raise budget"));
  const form = await findDialog();
  expect(form.getByText(/^It is ₦1,000,000.00 now. The grants pool has ₦5,000,000.00 free/)).toBeDefined();
  fireEvent.change(form.getByLabelText("New budget in naira"), { target: { value: "2,000,000" } });
  await confirmInDialog("Raise budget");
  expect(await form.findByText("Use at least 3 characters.")).toBeDefined();
  fireEvent.change(form.getByLabelText("Reason"), { target: { value: "The sponsor gave more" } });
  await confirmInDialog("Raise budget");
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith("The budget is ₦2,000,000.00."));
  expect(sentRequests).toEqual([
    {
      path: `/api/v1/grants/programmes/${PROGRAMME_ID}/budget`,
      method: "PATCH",
      body: { version: 3, budget: 200_000_000, reason: "The sponsor gave more" },
    },
  ]);
});
