import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { HomeFigures, HomeLayout } from "@/lib/queries/overview";
import { HomeScreen } from "./overview-screen";

setNavigationHooks({
  useRouter: vi.fn(),
  usePathname: () => "/dashboard",
  useSearchParams: () => new URLSearchParams(),
});

const makeFigure = (label: string, value: number) => ({
  ...{ id: label, label, value, unit: "count" as const, before: null, is_capped: false },
  ...{ tone: "neutral" as const, note: null, url: `/dashboard/list?${label}` },
});
const FIGURES: HomeFigures = {
  ...{ from: "2026-11-21", to: "2026-11-27", before_from: "2026-11-14", before_to: "2026-11-20" },
  modules: [
    { feature: "KYC Management", failed: false, figures: [makeFigure("Waiting", 3)] },
    { feature: "Events", failed: true, figures: [] },
  ],
};
const LAYOUT: HomeLayout = {
  blocks: ["work", "KYC Management", "Events", "changes"].map((block) => ({
    block: block as HomeLayout["blocks"][number]["block"],
    hidden: false,
  })),
  is_default: false,
  version: 4,
};

type SentRequest = { method: string; path: string; body: unknown };
type ApiAnswers = {
  create?: boolean;
  mail_is_unset?: boolean;
  layout?: HomeLayout;
  figures?: HomeFigures;
  isDue?: boolean;
};

/** Renders Home with a stubbed API. @returns the write requests that the API received */
function renderScreen(
  answers: ApiAnswers = {},
  answerWrite?: (sent: SentRequest) => Response | undefined,
): SentRequest[] {
  const { create = false, mail_is_unset = false, layout = LAYOUT, figures = FIGURES, isDue = false } = answers;
  const writes: SentRequest[] = [];
  const dataOf: [RegExp, unknown][] = [
    [/\/installation$/, { empty: false, mail_is_unset }],
    [/\/access$/, { features: [{ name: "Roles & Permissions", access: { read: true, create } }] }],
    [/\/users$/, { id: "a1", first_name: "Ada" }],
    [/\/overview\/layout/, layout],
    [/\/overview\/work$/, { kinds: [], items: [] }],
    [/\/overview\/changes$/, { since: "2026-11-26T10:00:00.000Z", is_due: isDue, lines: [], failed: false }],
    [/\/overview\/visits$/, { since: null, is_due: false }],
    [/\/overview(\?|$)/, figures],
  ];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init?: RequestInit) => {
    const path = new URL(url, "http://test").pathname.replace(/^.*\/v1/, "");
    if (init?.method && init.method !== "GET") {
      const sent = { method: init.method, path, body: init.body ? JSON.parse(String(init.body)) : undefined };
      writes.push(sent);
      const answer = answerWrite?.(sent);
      if (answer) return answer;
    }
    const data = dataOf.find(([pattern]) => pattern.test(url))?.[1] ?? {};
    return Response.json({ status: 200, message: "", data });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <HomeScreen />
    </QueryClientProvider>,
  );
  return writes;
}

/** Titles of the visible blocks of Home, in their order. "Figures" is the control that selects the days. */
const blockNames = () =>
  screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent?.replace(/\d.*/, ""));

it("warns admins who may invite others that mail is not configured", async () => {
  renderScreen({ create: true, mail_is_unset: true });
  expect(await screen.findByText("Mail is not set up")).toBeDefined();
});

it.each([
  { create: true, mail_is_unset: false },
  { create: false, mail_is_unset: true },
])("shows no warning about unconfigured mail on Home for %o", async (state) => {
  renderScreen({ ...state, figures: { ...FIGURES, modules: [] } });
  await screen.findByText("Welcome, Ada");
  await screen.findByText(/There are no figures for your role/);
  expect(screen.queryByText("Mail is not set up")).toBeNull();
});

it("shows the blocks of Home in the admin's order, with the period control above the first block of figures", async () => {
  renderScreen();
  await screen.findByRole("link", { name: "Waiting" });
  expect(blockNames()).toEqual(["Waiting for me", "Figures", "KYC Management", "Events", "Since my last visit"]);
  expect(screen.getByText("21 Nov 2026 to 27 Nov 2026, compared with 14 Nov 2026 to 20 Nov 2026")).toBeDefined();
  expect(screen.getByText(/The figures couldn't be loaded in time/)).toBeDefined();
});

it("omits blocks of Home that the admin has hidden", async () => {
  renderScreen({
    layout: { ...LAYOUT, blocks: LAYOUT.blocks.map(({ block }) => ({ block, hidden: block !== "work" })) },
  });
  await screen.findByText("Nothing waits for you.");
  expect(blockNames()).toEqual(["Waiting for me"]);
});

it("explains how to show blocks of Home again when the admin has hidden all", async () => {
  renderScreen({ layout: { ...LAYOUT, blocks: [{ block: "work", hidden: true }] } });
  expect(await screen.findByText(/All blocks are hidden/)).toBeDefined();
});

describe("recording visits to Home", () => {
  it("sends one request that records the visit to Home, if a visit is due", async () => {
    const writes = renderScreen({ isDue: true });
    await waitFor(() => expect(writes).toEqual([{ method: "POST", path: "/overview/visits", body: {} }]));
  });

  it("sends no request that records a visit to Home, if none is due", async () => {
    const writes = renderScreen();
    await screen.findByText(/Nothing changed since/);
    expect(writes).toEqual([]);
  });
});

describe("arranging the blocks of Home", () => {
  const openDialog = async () => {
    fireEvent.click(await screen.findByRole("button", { name: "Arrange" }));
    return within(await screen.findByRole("dialog", { name: "Arrange Home" }));
  };

  it("saves a typed position and a hidden block of Home with the version of the admin's arrangement", async () => {
    const writes = renderScreen();
    const dialog = await openDialog();
    const position = dialog.getByRole("textbox", { name: "Position of Since my last visit, 1 to 4" });
    fireEvent.change(position, { target: { value: "1" } });
    fireEvent.keyDown(position, { key: "Enter" });
    fireEvent.click(dialog.getByRole("checkbox", { name: "Events" }));
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(writes).toEqual([
      {
        method: "PATCH",
        path: "/overview/layout",
        body: {
          version: 4,
          blocks: [
            { block: "changes", hidden: false },
            { block: "work", hidden: false },
            { block: "KYC Management", hidden: false },
            { block: "Events", hidden: true },
          ],
        },
      },
    ]);
  });

  it("resets the blocks of Home to the arrangement of the admin's role", async () => {
    const writes = renderScreen();
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole("button", { name: "Reset to my role's arrangement" }));
    await waitFor(() =>
      expect(writes).toEqual([{ method: "PATCH", path: "/overview/layout/reset", body: { version: 4 } }]),
    );
  });

  it("keeps the edited order of Home's blocks after a conflict, shows the current order, and overwrites that order on the next save", async () => {
    const current = { ...LAYOUT, version: 9, blocks: [...LAYOUT.blocks].reverse() };
    const message = "You changed this arrangement on another device.";
    let isFirst = true;
    const writes = renderScreen({}, ({ method }) => {
      if (method !== "PATCH" || !isFirst) return undefined;
      isFirst = false;
      return Response.json({ status: 409, message, code: "CONFLICT", current }, { status: 409 });
    });
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect((await dialog.findByRole("alert")).textContent).toContain(message);
    fireEvent.click(dialog.getByRole("button", { name: "Use current version" }));
    expect(dialog.getAllByRole("checkbox").map((box) => box.parentElement?.textContent)).toEqual([
      ...["Since my last visit", "Events", "KYC Management", "Waiting for me"],
    ]);
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(writes).toHaveLength(2));
    expect(writes[1]?.body).toMatchObject({ version: 9, blocks: current.blocks });
  });
});
