import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { UserDetails } from "@/lib/contract/user";
import { accessQuery } from "@/lib/queries/rp";
import { userQuery } from "@/lib/queries/user-single";
import { IreportListScreen } from "./ireport-list-screen";

const CITIZEN_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c17";
const CHILD_CATEGORY_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c18";

const mockNavigation = { search: "" };
setNavigationHooks({
  useRouter: () => ({ push: vi.fn() }),
  usePathname: () => "/dashboard/ireports/all",
  useSearchParams: () => new URLSearchParams(mockNavigation.search),
});
const makeCategory = (id: string, name: string, parent_id: string | null) => ({ id, name, parent_id, position: 0 });
const API_ANSWERS: Record<string, unknown> = {
  categories: {
    items: [makeCategory(CITIZEN_ID, "Roads", null), makeCategory(CHILD_CATEGORY_ID, "Potholes", CITIZEN_ID)],
  },
  departments: { items: [] },
  assignees: { items: [] },
};
/** A report as a row of the list. */
const makeReportRow = (number: string, isPrivate: boolean) => ({
  ...{ id: number, number, title: `Report ${number}`, department: null, lga: "Ikom", priority: "normal" },
  category: { id: CHILD_CATEGORY_ID, name: "Potholes", icon: "construction", private: isPrivate },
  ...{ state: "submitted", owner: null, submitted_at: "2026-11-21T10:00:00.000Z", photos: 0, reopened: 0, version: 1 },
  ...{ state_since: "2026-11-21T10:00:00.000Z", due_at: "2026-11-28T10:00:00.000Z", state_due_at: null },
  ...{ stopped_at: null, escalated_at: null },
});
let reportRows: ReturnType<typeof makeReportRow>[] = [];

const requestUrls: string[] = [];
beforeEach(() => {
  requestUrls.length = 0;
  reportRows = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    requestUrls.push(url);
    const last = url.split("/").at(-1) ?? "";
    const data = API_ANSWERS[last] ?? {
      ...{ items: reportRows, page: 0, size: 20, total: reportRows.length, totalIsCapped: false, mark: 1 },
    };
    return Response.json({ status: 200, message: "", data });
  });
});
/** Renders the report list at this URL for an admin with these rights. */
async function renderScreen(search: string, rights: Partial<Record<"update" | "export", boolean>> = {}) {
  mockNavigation.search = search;
  const client = new QueryClient();
  client.setQueryData(userQuery(CITIZEN_ID).queryKey, { name: "Ada Obi" } as UserDetails);
  const access = { read: true, create: false, update: false, delete: false, approve: false, export: false, ...rights };
  client.setQueryData(accessQuery().queryKey, { features: [{ name: "iReports", access }] });
  client.setQueryDefaults(accessQuery().queryKey, { staleTime: Number.POSITIVE_INFINITY });
  render(
    <QueryClientProvider client={client}>
      <IreportListScreen />
    </QueryClientProvider>,
  );
  const shownText = reportRows[0]?.number ?? (search ? "Nothing matches" : "Nothing here yet");
  await screen.findByText(shownText);
}
const filterChips = () =>
  screen.getAllByRole("button", { name: /^Remove filter/ }).map(({ textContent }) => textContent);

it("shows map point and distance as one filter of the report list, and removes both together", async () => {
  await renderScreen("?near=4.97,8.34&within=5&late=true");
  expect(filterChips()).toEqual(["Remove filterWithin 5 km of 4.97, 8.34", "Remove filterLate only"]);
  expect(requestUrls[0]).toContain("near=4.97%2C8.34&within=5");
  window.history.replaceState(null, "", `/dashboard/ireports/all${mockNavigation.search}`);
  fireEvent.click(screen.getByRole("button", { name: /Within 5 km/ }));
  expect(window.location.search).toBe("?late=true");
});

it("changes the distance of the report list's location filter, and omits the default distance from the URL", async () => {
  await renderScreen("?near=4.97,8.34");
  expect(filterChips()).toEqual(["Remove filterWithin 2 km of 4.97, 8.34"]);
  window.history.replaceState(null, "", `/dashboard/ireports/all${mockNavigation.search}`);
  fireEvent.click(screen.getByRole("button", { name: "Distance" }));
  fireEvent.click(await screen.findByRole("radio", { name: "10 km" }));
  expect(window.location.search).toBe("?near=4.97,8.34&within=10");
});

it("shows the citizen's name in the report list's filter if the citizen's page is cached", async () => {
  await renderScreen(`?reporter=${CITIZEN_ID}`);
  expect(filterChips()).toEqual(["Remove filterCitizen: Ada Obi"]);
});

it("the report list's category filter indents child categories below their parents", async () => {
  await renderScreen(`?category=${CHILD_CATEGORY_ID}`);
  expect(filterChips()).toEqual(["Remove filterCategory: Potholes"]);
  fireEvent.click(screen.getByRole("button", { name: /^Category/ }));
  const boxes = await screen.findAllByRole("checkbox", { name: /Roads|Potholes/ });
  expect(boxes.map((box) => box.closest("label")?.textContent)).toEqual(["Roads", "Potholes"]);
  expect(boxes.map((box) => box.closest("label")?.className.includes("pl-8"))).toEqual([false, true]);
});

it("hides the buttons Next for me and Export from admins who may only read reports", async () => {
  await renderScreen("");
  expect(screen.queryByRole("button", { name: /Next for me|Export/ })).toBeNull();
  cleanup();
  await renderScreen("", { update: true, export: true });
  expect(screen.getAllByRole("button", { name: /Next for me|Export/ })).toHaveLength(2);
});

it("offers a selection of reports only to admins who may change reports", async () => {
  reportRows = [makeReportRow("IR-000301", false)];
  await renderScreen("");
  expect(screen.queryAllByRole("checkbox")).toEqual([]);
  cleanup();
  await renderScreen("", { update: true });
  expect(screen.getByRole("checkbox", { name: /IR-000301/ })).toBeDefined();
});

it("marks rows of reports in private categories", async () => {
  reportRows = [makeReportRow("IR-000301", true), makeReportRow("IR-000302", false)];
  await renderScreen("");
  const [privateRow, publicRow] = screen.getAllByRole("row").slice(1);
  expect(privateRow?.textContent).toContain("Private: only admins with approval rights");
  expect(publicRow?.textContent).not.toContain("Private");
});
