import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { declareList } from "@/lib/contract/list.values";
import { setNavigationHooks } from "./testing-navigation";
import { useListParams } from "./use-list-params";

setNavigationHooks({
  usePathname: () => "/people",
  useSearchParams: () => new URLSearchParams(window.location.search),
});

test("does not add a delayed search to the URL of the next page", () => {
  window.history.replaceState(null, "", "/people?sort=name");
  const hook = renderHook(() => useListParams(declareList({ filters: {}, sorts: ["name"] })));
  act(() => hook.result.current.setSearch("ada"));
  expect(window.location.search).toBe("?q=ada&sort=name");
  window.history.pushState(null, "", "/people/1");
  act(() => hook.result.current.setSearch("ada obi"));
  expect(window.location.pathname + window.location.search).toBe("/people/1");
});
