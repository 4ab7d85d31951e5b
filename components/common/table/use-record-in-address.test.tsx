import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { navigateBy } from "@/lib/client/testing-navigation";
import { useRecordInAddress } from "./use-record-in-address";

navigateBy({
  usePathname: () => "/roles",
  useSearchParams: () => new URLSearchParams(window.location.search),
});

const address = () => window.location.pathname + window.location.search;
const goTo = (path: string) => window.history.replaceState(null, "", path);
beforeEach(() => goTo("/roles?q=ada"));

test("opens and closes a record beside the list, one step in the history each", () => {
  const { result } = renderHook(() => useRecordInAddress("role"));
  const before = window.history.length;
  result.current.open("7");
  result.current.open("7");
  expect(address()).toBe("/roles?q=ada&role=7");
  result.current.close();
  result.current.close();
  expect(address()).toBe("/roles?q=ada");
  expect(window.history.length).toBe(before + 2);
});

test("an answer that comes after one has left brings nobody back", () => {
  const { result } = renderHook(() => useRecordInAddress("role"));
  result.current.open("7");
  // A page that knows an entry of the same name.
  goTo("/dashboard?role=9");
  result.current.close();
  result.current.open("8");
  expect(address()).toBe("/dashboard?role=9");
});
