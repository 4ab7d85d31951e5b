import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { flushListSettings } from "@/lib/client/keep-list-settings";
import { toApiInput } from "@/lib/client/list-params";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { useListParams } from "@/lib/client/use-list-params";
import { declareList, flagFilter, idFilter } from "@/lib/contract/list.values";
import { type SavedViewsResponse, savedViewsQuery } from "@/lib/queries/saved-views";
import { ListSettingsProvider } from "./list-settings";

const LIST_PATH = "/dashboard/user-management/users";
const TEST_LIST = declareList({ name: "users", sorts: ["name"], filters: { late: flagFilter, group: idFilter } });
const SAMPLE_ID = "0198a6f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b";
const FACETS: Facet[] = [
  { kind: "toggle", key: "late", label: "Late only" },
  {
    kind: "choices",
    key: "group",
    label: "Group",
    options: [{ value: SAMPLE_ID.replace("0198", "0199"), label: "Markets" }],
  },
];
const COLUMNS = ["name", "city"].map((id) => ({ id, header: id, sort: id, cell: () => id }));

type View = SavedViewsResponse["views"][number];
const makeView = (id: string, values: Partial<View> = {}): View => ({
  id,
  list: "users",
  name: id,
  audience: "mine",
  role: null,
  owner: { id: "a", name: "Ada Obi" },
  is_mine: true,
  may_change: true,
  search: "late=true",
  columns: null,
  version: 3,
  ...values,
});

type SentRequest = { method: string; path: string; body: Record<string, unknown> };
let sentRequests: SentRequest[];
/** Saved views and list settings that the stubbed server stores. */
let storedViews: SavedViewsResponse;
/** Response to the request for a view's possible audiences. */
let audiences: Promise<unknown>;
/** Current version of the view, which the server returns when it refuses a change. */
let newer: View | undefined;
const AUDIENCES = { may_share: true, reason: null, roles: [{ id: SAMPLE_ID, name: "KYC officer" }] };
const answerDataOf = ({ path, body }: SentRequest) => {
  if (path.endsWith("/counts")) return { items: [{ id: "Late", total: 12, totalIsCapped: false }] };
  if (path.endsWith("/audiences?list=users")) return audiences;
  if (path.endsWith("/saved-views")) return body.name ? makeView("new", { name: String(body.name) }) : storedViews;
  return {};
};
beforeEach(() => {
  sentRequests = [];
  audiences = Promise.resolve(AUDIENCES);
  newer = undefined;
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit) => {
    const request = { method, path, body: typeof body === "string" ? JSON.parse(body) : {} };
    sentRequests.push(request);
    if (method === "PATCH" && newer)
      return Response.json({ status: 409, message: "Changed", code: "CONFLICT", current: newer }, { status: 409 });
    return Response.json({ status: 200, message: "OK", data: await answerDataOf(request) });
  });
});
afterEach(() => {
  flushListSettings();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
/** Returns the sent write requests, except for last used filters, which are sent later. */
const sentWrites = () =>
  sentRequests.filter(
    ({ method, path, body }) => method !== "GET" && !path.endsWith("/counts") && !("last_search" in body),
  );
const keptSearches = () => sentRequests.flatMap(({ body }) => ("last_search" in body ? [body.last_search] : []));

function UserTable() {
  const list = useListParams(TEST_LIST);
  const query = useQuery({
    queryKey: ["User", "list", { ...toApiInput(list.state), account: "float" }],
    queryFn: () => ({ items: [{ id: "1" }], page: 0, size: 20, total: 1, totalIsCapped: false }),
  });
  return <DataTable label="Users" {...{ columns: COLUMNS, query, list, facets: FACETS }} rowId={({ id }) => id} />;
}

/** Listeners that rerender the list after each change of the URL, as Next.js does. */
const urlListeners = new Set<() => void>();
const subscribeToUrl = (listener: () => void) => {
  urlListeners.add(listener);
  return () => urlListeners.delete(listener);
};
setNavigationHooks({
  usePathname: () => LIST_PATH,
  useSearchParams: () => new URLSearchParams(useSyncExternalStore(subscribeToUrl, () => window.location.search)),
});
beforeEach(() => {
  const push = window.history.pushState.bind(window.history);
  vi.spyOn(window.history, "pushState").mockImplementation((...given) => {
    push(...given);
    for (const listener of urlListeners) listener();
  });
});

async function renderPage(search: string, views: View[], own: Partial<SavedViewsResponse["settings"][number]> = {}) {
  storedViews = {
    views,
    settings: [{ list: "users", default_view_id: null, columns: null, last_search: null, ...own }],
  };
  window.history.replaceState(null, "", LIST_PATH + search);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(savedViewsQuery().queryKey, storedViews);
  render(
    <QueryClientProvider client={client}>
      <ListSettingsProvider>
        <UserTable />
      </ListSettingsProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole("table", { name: "Users" });
  if (views.length) await screen.findByRole("navigation", { name: "Saved views" });
}
const getButton = (name: string | RegExp) => screen.getByRole("button", { name });
const getChip = (name: string | RegExp) =>
  within(screen.getByRole("navigation", { name: "Saved views" })).getByRole("button", { name });
const clickButton = (name: string | RegExp) => fireEvent.click(getButton(name));
const openMenu = async (name: string, action: string) => {
  clickButton(`Actions of ${name}`);
  fireEvent.click(await screen.findByRole("button", { name: action }));
};

test("hides the bar of saved views if the list has none and a link opens all rows", async () => {
  // Loads the bar's code first, so that the next page shows the bar in its first render.
  await renderPage("?saved=all", [makeView("Late")]);
  cleanup();
  await renderPage("?saved=all", []);
  expect(screen.queryByRole("navigation", { name: "Saved views" })).toBeNull();
});

test("shows only a button that saves the active filters as a view if the list has no saved views", async () => {
  await renderPage("?late=true", []);
  expect(screen.queryByRole("navigation", { name: "Saved views" })).toBeNull();
  expect(getButton("Save view")).toBeTruthy();
  expect(sentRequests).toEqual([]);
});

test("opens a saved view, then All, and loads the views' row counts after the rows are on screen", async () => {
  await renderPage("", [makeView("Late"), makeView("Other", { audience: "everybody", search: "" })]);
  await waitFor(() => expect(getChip(/^Late/).textContent).toContain("12"));
  const counts = sentRequests.filter(({ path }) => path.endsWith("/counts"));
  expect(counts.map(({ body }) => body)).toEqual([{ list: "users", within: { account: "float" } }]);
  fireEvent.click(getChip(/^Late/));
  expect(window.location.search).toBe("?late=true&saved=Late");
  expect(getChip(/^Late/).getAttribute("aria-pressed")).toBe("true");
  clickButton("All");
  expect(window.location.search).toBe("");
});

test("opens a list with the admin's default view; All and clearing the filters show every row", async () => {
  await renderPage("", [makeView("Late")], { default_view_id: "Late" });
  expect(getButton("Remove filter Late only")).toBeTruthy();
  expect(getChip(/^Default Late/).getAttribute("aria-pressed")).toBe("true");
  clickButton("All");
  expect(window.location.search).toBe("?saved=all");
  expect(screen.queryByRole("button", { name: "Remove filter Late only" })).toBeNull();
});

test("saves a list's filters and columns as a view with an audience, and opens the view", async () => {
  await renderPage("?late=true&size=50", []);
  clickButton("Save view");
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Late ones" } });
  fireEvent.change(await screen.findByLabelText("Who sees it"), { target: { value: "role" } });
  fireEvent.change(await screen.findByLabelText("Role"), { target: { value: SAMPLE_ID } });
  clickButton("Save");
  await waitFor(() => expect(window.location.search).toContain("saved=new"));
  expect(sentWrites()).toMatchObject([
    {
      method: "POST",
      body: {
        list: "users",
        name: "Late ones",
        audience: "role",
        role_id: SAMPLE_ID,
        search: "late=true&size=50",
        columns: { order: ["name", "city"], hidden: [] },
      },
    },
  ]);
});

describe("the form of a view", () => {
  test("shows no reason why a saved view can't be shared before the server has responded", async () => {
    let answer: (data: unknown) => void = () => {};
    audiences = new Promise((resolve) => {
      answer = resolve;
    });
    await renderPage("?late=true", []);
    clickButton("Save view");
    await screen.findByLabelText("Name");
    expect(screen.queryByText(/^Only you will see it/)).toBeNull();
    answer(AUDIENCES);
    expect(await screen.findByLabelText("Who sees it")).toBeTruthy();
  });

  test("shows the server's reason why a saved view can't be shared", async () => {
    audiences = Promise.resolve({ may_share: false, reason: "Every admin sees other rows.", roles: [] });
    await renderPage("?late=true", []);
    clickButton("Save view");
    expect(await screen.findByText("Only you will see it. Every admin sees other rows.")).toBeTruthy();
  });

  test("lists another admin's changes to a saved view after a conflict, with the labels of the list's filters and columns", async () => {
    newer = makeView(SAMPLE_ID, { name: "Late", version: 4, search: "q=Bassey&sort=-name&size=50" });
    await renderPage(`?late=true&saved=${SAMPLE_ID}`, [makeView(SAMPLE_ID, { name: "Late" })]);
    await openMenu("Late", "Rename, share or delete");
    await screen.findByLabelText("Name");
    clickButton("Save");
    expect(await screen.findByText("Filters: Search: Bassey; it was Late only")).toBeTruthy();
    expect(screen.getByText("Sorted by: name, descending; it was The list's order")).toBeTruthy();
    expect(screen.getByText("Rows per page: 50; it was 20")).toBeTruthy();
  });
});

describe("the open view", () => {
  test("marks changed filters of the open saved view, and saves them with the view's version", async () => {
    await renderPage("?saved=Late&size=50", [makeView("Late")]);
    await openMenu("Late", "Save changes");
    await waitFor(() => expect(sentWrites()).toHaveLength(1));
    expect(sentWrites()[0]).toMatchObject({
      method: "PATCH",
      path: "/api/v1/saved-views/Late",
      body: { version: 3, name: "Late", audience: "mine", search: "size=50" },
    });
  });

  test("discards changes of the open saved view, and makes the view the list's default", async () => {
    await renderPage("?saved=Late&size=50", [makeView("Late")]);
    await openMenu("Late", "Discard changes");
    expect(window.location.search).toBe("?late=true&saved=Late");
    await openMenu("Late", "Open by default");
    await waitFor(() => expect(sentWrites()).toHaveLength(1));
    expect(sentWrites()[0]).toMatchObject({
      path: "/api/v1/saved-views/settings/users",
      body: { default_view_id: "Late" },
    });
  });

  test("offers neither saving nor deleting a saved view to an admin who may not change it", async () => {
    await renderPage("?saved=Late&size=50", [
      makeView("Late", { audience: "everybody", is_mine: false, may_change: false }),
    ]);
    clickButton("Actions of Late");
    expect(await screen.findByText("Shared by Ada Obi with everybody who may read this list.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Rename, share or delete" })).toBeNull();
  });

  test("applies the columns of the open saved view; without a view, applies and saves the admin's own columns", async () => {
    const columns = { order: ["name", "city"], hidden: ["city"] };
    await renderPage("?late=true&saved=Late", [makeView("Late", { columns })]);
    const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers()).toEqual(["name"]);
    clickButton("All");
    expect(headers()).toEqual(["name", "city"]);
    clickButton("Columns");
    fireEvent.click(await screen.findByRole("checkbox", { name: "city" }));
    expect(headers()).toEqual(["name"]);
    flushListSettings();
    expect(sentRequests.map(({ body }) => body.columns)).toContainEqual(columns);
  });
});

describe("a view whose filters, columns or role no longer exist", () => {
  test("opens a saved view without the filters and columns that no longer exist, and lists them", async () => {
    const columns = { order: ["name", "shoe_size", "hat_size"], hidden: [] };
    const view = makeView("Old", { search: `group=${SAMPLE_ID}&late=maybe&gone=1`, columns, audience: "role" });
    await renderPage(`?group=${SAMPLE_ID}&saved=Old`, [view]);
    expect(screen.getByText(/^The filter Group names something that was deleted/)).toBeTruthy();
    expect(screen.getByText("The filter Late only has a value that no longer exists. It is left out.")).toBeTruthy();
    expect(screen.getByText("This list no longer has 1 filter of this view. It is left out.")).toBeTruthy();
    expect(screen.getByText("This list does not show 2 columns of this view here. They are left out.")).toBeTruthy();
    expect(screen.getByText(/^The role of this view was deleted/)).toBeTruthy();
    expect(getButton("Remove filter Group: no longer available")).toBeTruthy();
  });

  test("applies the filters of a link, even if the saved view in the link was deleted", async () => {
    await renderPage("?late=true&saved=gone", []);
    expect(await screen.findByText(/^This view was deleted, or is not shared with you/)).toBeTruthy();
    expect(getButton("Remove filter Late only")).toBeTruthy();
  });
});

test("remembers a list's filters for the next visit when the admin changes them, but not when a link sets them", async () => {
  await renderPage("?late=true&size=50", []);
  flushListSettings();
  expect(keptSearches()).toEqual([]);
  clickButton("Remove filter Late only");
  flushListSettings();
  expect(keptSearches()).toEqual(["size=50"]);
});
