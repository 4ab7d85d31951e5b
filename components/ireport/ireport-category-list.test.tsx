import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { navigateBy } from "@/lib/client/testing-navigation";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { CategoryList } from "./ireport-category-list";

navigateBy({
  usePathname: () => "/dashboard/ireports/categories",
  useSearchParams: () => new URLSearchParams(),
});
const category = (name: string, parent_id: string | null = null): IreportCategory => ({
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

type Api = { categories: () => Promise<Response>; order?: (ids: string[]) => Promise<Response> };

/** Renders the list for an admin with these rights, with this API. */
function show(rights: Record<string, boolean>, { categories, order }: Api) {
  vi.stubGlobal("crossRiverPayFetch", (url: string, init: RequestInit) => {
    if (url.endsWith("/order")) return order?.(JSON.parse(String(init.body)).ids);
    if (url.endsWith("/categories")) return categories();
    return answer({ features: [{ name: "iReports", access: rights }] });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CategoryList views={null} />
    </QueryClientProvider>,
  );
}
const answer = async (data: unknown) => Response.json({ status: 200, message: "", data });
const shown = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

it("moves a category within its level immediately, sends orders one after the other, and keeps the focus", async () => {
  const stored = [category("Roads"), category("a", "Roads"), category("b", "Roads"), category("c", "Roads")];
  const sent: string[][] = [];
  const ends: (() => void)[] = [];
  show(
    { update: true },
    {
      categories: () => answer({ items: [...(sent.length ? [category("Read again")] : []), ...stored] }),
      order: (ids) => {
        sent.push(ids);
        return new Promise((resolve) =>
          ends.push(() => resolve(Response.json({ status: 200, message: "", data: [] }))),
        );
      },
    },
  );
  const up = await screen.findByRole("button", { name: "Move c up" });
  up.focus();
  fireEvent.keyDown(up, { key: "ArrowUp" });
  fireEvent.click(up);
  const order = ["Roads", "c (below Roads)", "a (below Roads)", "b (below Roads)"];
  await waitFor(() => expect(shown()).toEqual(order));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move c up" }));
  expect(screen.getByText("c is now 1 of 3.")).toBeDefined();
  // The category is now at the top of its level, so another press does nothing.
  fireEvent.click(up);
  fireEvent.keyDown(up, { key: "ArrowUp" });
  await waitFor(() => expect(sent).toEqual([["a", "c", "b"]]));
  ends[0]?.();
  await waitFor(() =>
    expect(sent).toEqual([
      ["a", "c", "b"],
      ["c", "a", "b"],
    ]),
  );
  // The first response did not undo the second move.
  expect(shown()).toEqual(order);
  ends[1]?.();
  expect(await screen.findByText("Read again")).toBeDefined();
  expect(sent).toHaveLength(2);
});

it("restores the stored order after a refusal", async () => {
  show(
    { update: true },
    {
      categories: () => answer({ items: [category("a"), category("b")] }),
      order: async () => Response.json({ status: 409, code: "CONFLICT", message: "Look again." }, { status: 409 }),
    },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Move a down" }));
  await waitFor(() => expect(shown()).toEqual(["b", "a"]));
  await waitFor(() => expect(shown()).toEqual(["a", "b"]));
});

it("has no buttons for admins who only read", async () => {
  show({ read: true }, { categories: () => answer({ items: [category("a"), category("b")] }) });
  await screen.findByRole("rowheader", { name: "a" });
  expect(screen.queryAllByRole("button")).toEqual([]);
});

it("shows an empty list and a failed request, with a retry", async () => {
  show({ read: true }, { categories: () => answer({ items: [] }) });
  expect(await screen.findByText("Nothing here yet")).toBeDefined();
  cleanup();
  let works = false;
  const failed = async () => Response.json({ status: 500, code: "INTERNAL", message: "It broke." }, { status: 500 });
  show({ read: true }, { categories: () => (works ? answer({ items: [category("a")] }) : failed()) });
  expect(await screen.findByText("It broke.")).toBeDefined();
  works = true;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("rowheader", { name: "a" })).toBeDefined();
});
