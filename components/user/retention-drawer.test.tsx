import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { RETENTION_PERIODS, RETENTION_RULES } from "@/lib/contract/user-data.values";
import type { Retention, RetentionDryRun } from "@/lib/contract/user-retention";
import { RetentionDrawer } from "./retention-drawer";

const ME = { id: "a1", name: "Ada Obi", email: "ada@example.org" };
const RETENTION: Retention = {
  periods: RETENTION_RULES.map((rule) => ({
    rule,
    ...RETENTION_PERIODS[rule],
    days: RETENTION_PERIODS[rule].default_days,
    version: 1,
  })),
  awaiting: null,
  runs: [],
};

/** Closed accounts whose data a removal keeps, as the stubbed API returns them. */
type LeftOut = RetentionDryRun["left_out"];
const NONE_LEFT_OUT: LeftOut = { items: [], is_capped: false };

async function renderDrawer({
  count = 0,
  mayRemove = true,
  retention = RETENTION,
  leftOut = NONE_LEFT_OUT,
  fails = () => false,
}: {
  count?: number;
  mayRemove?: boolean;
  retention?: Retention;
  leftOut?: LeftOut;
  fails?: (url: string) => boolean;
} = {}) {
  const sent: unknown[] = [];
  const before = "2026-01-01T00:00:00.000Z";
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.body) sent.push([init.method, JSON.parse(String(init.body))]);
    if (fails(url))
      return Response.json({ status: 503, message: "The database is away.", code: "UNAVAILABLE" }, { status: 503 });
    const data = url.endsWith("/dry-run")
      ? {
          rules: RETENTION_RULES.map((rule, index) => ({ rule, before, count: index ? 0 : count, is_capped: false })),
          left_out: leftOut,
        }
      : url.includes("/access")
        ? { features: [{ name: "User Management", access: { read: true, delete: mayRemove } }] }
        : url.includes("/retention")
          ? retention
          : ME;
    return Response.json({ status: 200, message: "", data });
  });
  const client = makeQueryClient();
  render(
    <QueryClientProvider client={client}>
      <RetentionDrawer onClose={() => {}} />
    </QueryClientProvider>,
  );
  if (!fails("/retention")) await screen.findByText("Documents of rejected identity requests");
  return Object.assign(sent, { refetch: () => client.invalidateQueries() });
}
/** Returns the stubbed API that `renderDrawer` installed. */
const fetchOf = () =>
  (globalThis as unknown as { crossRiverPayFetch: (url: string, init: RequestInit) => Promise<Response> })
    .crossRiverPayFetch;
const click = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

it("counts data past its retention period on request, and requests the removal of that data with a reason", async () => {
  const sent = await renderDrawer({ count: 1_200 });
  expect(screen.queryByRole("button", { name: "Request removal" })).toBeNull();
  await click("Count old data");
  expect(await screen.findByText("1,200 older than that")).toBeDefined();
  await click("Request removal");
  const dialog = within(await screen.findByRole("dialog", { name: "Remove old data?" }));
  expect(dialog.getByText("Documents of rejected identity requests: 1,200")).toBeDefined();
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "Yearly removal" } });
  fireEvent.click(dialog.getByRole("button", { name: "Request approval" }));
  await waitFor(() =>
    expect([...sent]).toEqual([["POST", { rules: ["rejected_identity_documents"], reason: "Yearly removal" }]]),
  );
});

it("changes a retention period, and refuses a period below the minimum without a request", async () => {
  const sent = await renderDrawer();
  await click("Change the period: Documents of rejected identity requests");
  const dialog = within(await screen.findByRole("dialog", { name: /^Change the period/ }));
  const type = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type(/^Days/, "30");
  type(/^Reason/, "New guideline");
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Enter at least 180 days.")).toBeDefined();
  type(/^Days/, "365");
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect([...sent]).toEqual([
    ["PATCH", { rule: "rejected_identity_documents", version: 1, days: 365, reason: "New guideline" }],
  ]);
});

it("shows another admin's new retention period after a conflict, and only then overwrites it", async () => {
  const sent: Record<string, unknown>[] = [];
  const [first, ...others] = RETENTION.periods;
  const current = { ...RETENTION, periods: [{ ...first, days: 900, version: 2 }, ...others] };
  await renderDrawer();
  const load = fetchOf();
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.method !== "PATCH") return load(url, init);
    sent.push(JSON.parse(String(init.body)));
    const message = "This period has changed since you opened it.";
    return sent.length > 1
      ? Response.json({ status: 200, message: "", data: current })
      : Response.json({ status: 409, code: "CONFLICT", message, current }, { status: 409 });
  });
  await click("Change the period: Documents of rejected identity requests");
  const dialog = within(await screen.findByRole("dialog", { name: /^Change the period/ }));
  fireEvent.change(dialog.getByLabelText(/^Days/), { target: { value: "365" } });
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "New guideline" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/Days: 900; it was/)).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Overwrite" }));
  await waitFor(() =>
    expect(sent.map(({ version, days }) => [version, days])).toEqual([
      [1, 365],
      [2, 365],
    ]),
  );
});

it("hides the counts of data to remove once a retention period has changed", async () => {
  let periods = RETENTION.periods;
  await renderDrawer({ count: 1_200 });
  const load = fetchOf();
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.method === "PATCH") periods = periods.map((period) => ({ ...period, version: 2 }));
    const isPeriods = url.endsWith("/retention") || init.method === "PATCH";
    return isPeriods ? Response.json({ status: 200, message: "", data: { ...RETENTION, periods } }) : load(url, init);
  });
  await click("Count old data");
  expect(await screen.findByText("1,200 older than that")).toBeDefined();
  await click("Change the period: Documents of rejected identity requests");
  const dialog = within(await screen.findByRole("dialog", { name: /^Change the period/ }));
  fireEvent.change(dialog.getByLabelText(/^Days/), { target: { value: "365" } });
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "New guideline" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByText("1,200 older than that")).toBeNull());
  expect(screen.queryByRole("button", { name: "Request removal" })).toBeNull();
});

it("an open data removal dialog keeps its original retention periods after another admin changes one", async () => {
  const sent: unknown[] = [];
  let periods = RETENTION.periods;
  const { refetch } = await renderDrawer({ count: 1_200 });
  const load = fetchOf();
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.method === "POST") sent.push(JSON.parse(String(init.body)));
    return url.endsWith("/retention")
      ? Response.json({ status: 200, message: "", data: { ...RETENTION, periods } })
      : load(url, init);
  });
  await click("Count old data");
  await click("Request removal");
  const dialog = within(await screen.findByRole("dialog", { name: "Remove old data?" }));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "Yearly removal" } });
  periods = periods.map((period) => ({ ...period, version: 2 }));
  await refetch();
  await waitFor(() => expect(screen.queryByText("1,200 older than that")).toBeNull());
  expect(dialog.getByText("Documents of rejected identity requests: 1,200")).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Request approval" }));
  await waitFor(() => expect(sent).toEqual([{ rules: ["rejected_identity_documents"], reason: "Yearly removal" }]));
});

it("lists past data removals with the numbers of rows found and removed, and shows no actions without the delete right", async () => {
  const step = { rule: "app_activity", before: "2024-01-01T00:00:00.000Z", found: 40, removed: 25 } as const;
  const run = { id: "r1", approved_at: "2026-11-21T10:00:00.000Z", finished_at: null, steps: [step] };
  await renderDrawer({ mayRemove: false, retention: { ...RETENTION, runs: [run] } });
  expect(screen.getByText(/25 removed of 40 found/)).toBeDefined();
  expect(screen.getByText(/in progress/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Count old data" })).toBeNull();
});

it("lists closed accounts whose identity data a removal keeps, with the reasons, and states if there are more", async () => {
  const items = Array.from({ length: 50 }, (_, index) => ({
    ...{ id: `u${index}`, name: `Ekaette ${index} ${"Bassey".repeat(10)}` },
    reasons: index ? ["report" as const] : ["hold" as const, "payment" as const],
  }));
  await renderDrawer({ leftOut: { items, is_capped: true } });
  expect(screen.queryByText("Identities that stay")).toBeNull();
  await click("Count old data");
  const list = within(await screen.findByRole("region", { name: "Identities that stay" }));
  expect(list.getAllByRole("link")).toHaveLength(50);
  expect(list.getAllByRole("link")[0]?.getAttribute("href")).toBe("/dashboard/user-management/users/u0?tab=data");
  expect(list.getByText("A hold is placed on the data. Release it first.")).toBeDefined();
  expect(list.getByText("There are more. The 50 oldest are shown.")).toBeDefined();
});

it("states that no data is past its retention period and nothing was removed yet", async () => {
  await renderDrawer();
  await click("Count old data");
  expect(await screen.findByText("Nothing is older than its period.")).toBeDefined();
  expect(screen.getByText("Nothing has been removed yet.")).toBeDefined();
});

it.each(["/retention", "/dry-run"])("shows the error of %s, and loads it again on request", async (path) => {
  let isAway = true;
  await renderDrawer({ count: 3, fails: (url) => isAway && url.endsWith(path) });
  if (path === "/dry-run") await click("Count old data");
  expect(await screen.findByText("The database is away.", undefined, { timeout: 10_000 })).toBeDefined();
  isAway = false;
  await click(/Retry/);
  expect(
    await screen.findByText(path === "/dry-run" ? "3 older than that" : "Documents of rejected identity requests"),
  ).toBeDefined();
});
