import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { IreportCategoryList } from "./ireport-category-list";

const mockNavigation = { search: "" };
setNavigationHooks({
  usePathname: () => "/dashboard/ireports/categories",
  useSearchParams: () => new URLSearchParams(mockNavigation.search),
});
afterEach(() => {
  mockNavigation.search = "";
});
const makeCategory = (name: string, parent_id: string | null = null): IreportCategory => ({
  id: name,
  name,
  parent_id,
  department: null,
  target_hours: 36,
  submitted_hours: 24,
  acknowledged_hours: 48,
  in_progress_hours: 96,
  icon: "car",
  active: true,
  private: false,
  hidden: false,
  position: 0,
  reports: 0,
  open: 0,
  templates: 0,
  version: 1,
});

type CategoryApi = { categories: () => Promise<Response>; order?: (ids: string[]) => Promise<Response> };

/** Renders the category list for an admin with these rights, with this stubbed API. */
function renderList(rights: Record<string, boolean>, { categories, order }: CategoryApi) {
  vi.stubGlobal("crossRiverPayFetch", (url: string, init: RequestInit) => {
    if (url.endsWith("/order")) return order?.(JSON.parse(String(init.body)).ids);
    if (url.endsWith("/categories")) return categories();
    return okAnswer({ features: [{ name: "iReports", access: rights }] });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <IreportCategoryList views={null} />
    </QueryClientProvider>,
  );
}
const okAnswer = async (data: unknown) => Response.json({ status: 200, message: "", data });
const shownNames = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

it("moves a report category within its level immediately, sends new orders one after the other, and keeps the focus", async () => {
  const stored = [
    makeCategory("Roads"),
    makeCategory("a", "Roads"),
    makeCategory("b", "Roads"),
    makeCategory("c", "Roads"),
  ];
  const sent: string[][] = [];
  const finishRequests: (() => void)[] = [];
  renderList(
    { update: true },
    {
      categories: () => okAnswer({ items: [...(sent.length ? [makeCategory("Read again")] : []), ...stored] }),
      order: (ids) => {
        sent.push(ids);
        return new Promise((resolve) =>
          finishRequests.push(() => resolve(Response.json({ status: 200, message: "", data: [] }))),
        );
      },
    },
  );
  const moveUpButton = await screen.findByRole("button", { name: "Move c up" });
  moveUpButton.focus();
  fireEvent.keyDown(moveUpButton, { key: "ArrowUp" });
  fireEvent.click(moveUpButton);
  const order = ["Roads", "c (below Roads)", "a (below Roads)", "b (below Roads)"];
  await waitFor(() => expect(shownNames()).toEqual(order));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move c up" }));
  expect(screen.getByText("c is now 1 of 3.")).toBeDefined();
  // The category is now at the top of its level, so another press does nothing.
  fireEvent.click(moveUpButton);
  fireEvent.keyDown(moveUpButton, { key: "ArrowUp" });
  await waitFor(() => expect(sent).toEqual([["a", "c", "b"]]));
  finishRequests[0]?.();
  await waitFor(() =>
    expect(sent).toEqual([
      ["a", "c", "b"],
      ["c", "a", "b"],
    ]),
  );
  // The first response did not undo the second move.
  expect(shownNames()).toEqual(order);
  finishRequests[1]?.();
  expect(await screen.findByText("Read again")).toBeDefined();
  expect(sent).toHaveLength(2);
});

it("restores the stored order of report categories if the API refuses the new order", async () => {
  renderList(
    { update: true },
    {
      categories: () => okAnswer({ items: [makeCategory("a"), makeCategory("b")] }),
      order: async () => Response.json({ status: 409, code: "CONFLICT", message: "Look again." }, { status: 409 }),
    },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Move a down" }));
  await waitFor(() => expect(shownNames()).toEqual(["b", "a"]));
  await waitFor(() => expect(shownNames()).toEqual(["a", "b"]));
});

it("shows no buttons for moving report categories to admins who may only read", async () => {
  renderList({ read: true }, { categories: () => okAnswer({ items: [makeCategory("a"), makeCategory("b")] }) });
  await screen.findByRole("rowheader", { name: "a" });
  expect(screen.queryAllByRole("button")).toEqual([]);
});

it("shows an explanation in an empty list of report categories, and offers a retry after a failed request", async () => {
  renderList({ read: true }, { categories: () => okAnswer({ items: [] }) });
  expect(await screen.findByText("Nothing here yet")).toBeDefined();
  cleanup();
  let isWorking = false;
  const failedAnswer = async () =>
    Response.json({ status: 500, code: "INTERNAL", message: "It broke." }, { status: 500 });
  renderList(
    { read: true },
    { categories: () => (isWorking ? okAnswer({ items: [makeCategory("a")] }) : failedAnswer()) },
  );
  expect(await screen.findByText("It broke.")).toBeDefined();
  isWorking = true;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("rowheader", { name: "a" })).toBeDefined();
});

it("marks private report categories, and formats target hours", async () => {
  renderList(
    { read: true },
    { categories: () => okAnswer({ items: [{ ...makeCategory("a"), hidden: true }, makeCategory("b")] }) },
  );
  await screen.findByRole("rowheader", { name: "a" });
  const [privateRow, publicRow] = screen.getAllByRole("row").slice(1);
  expect(privateRow?.textContent).toContain("Private");
  expect(publicRow?.textContent).not.toContain("Private");
  expect(publicRow?.textContent).toContain("1 day, 2 days, 4 days");
  expect(publicRow?.textContent).toContain("Active");
});

it("lets admins who may only update change report categories, but not add one", async () => {
  renderList({ read: true, update: true }, { categories: () => okAnswer({ items: [makeCategory("a")] }) });
  expect(await screen.findByRole("button", { name: "Change a" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "New category" })).toBeNull();
  cleanup();
  renderList({ read: true, create: true }, { categories: () => okAnswer({ items: [makeCategory("a")] }) });
  expect(await screen.findByRole("button", { name: "New category" })).toBeDefined();
});

it("opens the form of the report category in the URL, but none for one that the API does not list, such as a private one", async () => {
  const list = { categories: () => okAnswer({ items: [makeCategory("a")] }) };
  mockNavigation.search = "?category=a";
  renderList({ read: true, update: true }, list);
  expect(await screen.findByRole("dialog", { name: "Change a" })).toBeDefined();
  cleanup();
  // The form's code is loaded now, so that a form would open with the list.
  mockNavigation.search = "?category=hidden";
  renderList({ read: true, update: true }, list);
  await screen.findByRole("button", { name: "Change a" });
  expect(screen.queryByRole("dialog")).toBeNull();
});
