import { act, renderHook } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { declareList, flagFilter } from "@/lib/contract/list.values";
import { InitialListQueryStringContext } from "./list-start";
import { setNavigationHooks } from "./testing-navigation";
import { useListParams } from "./use-list-params";

setNavigationHooks({
  usePathname: () => "/people",
  useSearchParams: () => new URLSearchParams(window.location.search),
});

test("ignores a delayed search after the admin has left the list", () => {
  window.history.replaceState(null, "", "/people?sort=name");
  const hook = renderHook(() => useListParams(declareList({ filters: {}, sorts: ["name"] })));
  act(() => hook.result.current.setSearch("ada"));
  expect(window.location.search).toBe("?q=ada&sort=name");
  window.history.pushState(null, "", "/people/1");
  act(() => hook.result.current.setSearch("ada obi"));
  expect(window.location.pathname + window.location.search).toBe("/people/1");
});

describe("a list that opens with filters", () => {
  const LIST = declareList({ name: "users", filters: { late: flagFilter }, sorts: ["name"] });
  const renderList = (start: string) =>
    renderHook(() => useListParams(LIST), {
      wrapper: ({ children }) => (
        <InitialListQueryStringContext value={() => start}>{children}</InitialListQueryStringContext>
      ),
    });

  test("shows all rows after filters are cleared, even if the list opens with filters", () => {
    window.history.replaceState(null, "", "/people");
    const hook = renderList("late=true");
    expect(hook.result.current.state.filters).toEqual({ late: "true" });
    act(() => hook.result.current.clear());
    expect(window.location.search).toBe("?saved=all");
  });

  test("opens a saved view with its filters, and all rows without filters", () => {
    window.history.replaceState(null, "", "/people?q=ada&page=3");
    const hook = renderList("");
    act(() => hook.result.current.views?.open({ id: "v1", search: "late=true&size=50" }));
    expect(window.location.search).toBe("?late=true&size=50&saved=v1");
    act(() => hook.result.current.views?.open());
    expect(window.location.search).toBe("");
  });

  test("reports parameters of a stored view that the list no longer has", () => {
    const { views } = renderList("").result.current;
    expect(views?.read("late=true&gone=1&size=20")).toEqual({ search: "late=true", dropped: ["gone"] });
  });
});
