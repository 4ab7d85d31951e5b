import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { applicationIdAfter, useNextApplication } from "./application-next";

const router = { push: vi.fn() };
let urlSearch = "";
setNavigationHooks({
  useRouter: () => router,
  usePathname: () => "/dashboard/grants/applications/b",
  useSearchParams: () => new URLSearchParams(urlSearch),
});
const PROGRAMME_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c01";

beforeEach(() => router.push.mockReset());
/** Renders the hook on the page of application `b`. `lists` returns the stubbed API's list for a query. */
async function renderNextHook(applicationId: string, lists: (query: URLSearchParams) => string[]) {
  urlSearch = applicationId;
  const requestedLists: string[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const query = new URL(url, "http://x").searchParams;
    requestedLists.push(query.toString());
    const items = lists(query).map((id) => ({ id }));
    return Response.json({
      ...{ status: 200, message: "" },
      data: { items, page: Number(query.get("page")), size: 20, total: 30, totalIsCapped: false },
    });
  });
  const client = makeQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const application = { id: "b", programme: { id: PROGRAMME_ID, name: "" } } as ApplicationDetails;
  const { result } = renderHook(() => useNextApplication(application), { wrapper });
  return { result, client, asked: requestedLists };
}
const openNext = async (result: { current: { next: () => void } }) => act(async () => result.current.next());

it("finds the grant application that follows the current one, even if the current one is no longer in the list", () => {
  expect(applicationIdAfter("b", ["a", "b", "c"], ["a", "b", "c"])).toBe("c");
  expect(applicationIdAfter("b", ["a", "b", "c"], ["a", "c", "d"])).toBe("c");
  expect(applicationIdAfter("b", ["a", "b", "c"], ["c", "d"])).toBe("c");
  expect(applicationIdAfter("c", ["a", "b", "c"], ["a", "b", "d"])).toBe("d");
  expect(applicationIdAfter("c", ["a", "b", "c"], ["a", "b", "c"])).toBeUndefined();
  // Returns the first application of the list if the list never contained the current application.
  expect(applicationIdAfter("x", ["a", "b"], ["a", "b"])).toBe("a");
  expect(applicationIdAfter("x", [], [])).toBeUndefined();
});

it("Next opens the following grant application of the list in the URL, and keeps that list in the new URL", async () => {
  const { result } = await renderNextHook("state=submitted&sort=-score&page=2", () => ["a", "b", "c"]);
  await waitFor(() => expect(result.current.place?.at).toBe(22));
  expect(result.current.upcoming?.id).toBe("c");
  await openNext(result);
  expect(router.push).toHaveBeenCalledWith("/dashboard/grants/applications/c?state=submitted&sort=-score&page=2");
});

it("Next opens the following grant application, even if a decision removed the current one from the list", async () => {
  let ids = ["a", "b", "c"];
  const { result, client } = await renderNextHook("state=submitted", () => ids);
  await waitFor(() => expect(result.current.place?.at).toBe(2));
  ids = ["a", "c"];
  await act(() => client.invalidateQueries({ queryKey: ["Grant"] }));
  await waitFor(() => expect(result.current.place).toBeNull());
  await openNext(result);
  expect(router.push).toHaveBeenCalledWith("/dashboard/grants/applications/c?state=submitted");
});

it("Next continues with grant applications on the list's next page, and shows a message at the end of the list", async () => {
  const { result } = await renderNextHook("state=submitted", (query) =>
    query.get("page") === "0" ? ["a", "b"] : ["c"],
  );
  await waitFor(() => expect(result.current.place?.at).toBe(2));
  await openNext(result);
  expect(router.push).toHaveBeenCalledWith("/dashboard/grants/applications/c?state=submitted&page=2");
  cleanup();
  router.push.mockReset();
  const last = await renderNextHook("state=submitted", (query) => (query.get("page") === "0" ? ["a", "b"] : []));
  await waitFor(() => expect(last.result.current.place?.at).toBe(2));
  await openNext(last.result);
  expect(router.push).not.toHaveBeenCalled();
});

it("Next opens the programme's next undecided application if the page was opened without a list", async () => {
  const { result, asked: requestedLists } = await renderNextHook("", (query) =>
    query.get("programme") ? ["b", "d"] : ["x", "y"],
  );
  await waitFor(() => expect(result.current.upcoming?.id).toBe("d"));
  expect(requestedLists[1]).toContain(`programme=${PROGRAMME_ID}`);
  await openNext(result);
  expect(router.push).toHaveBeenCalledWith(
    `/dashboard/grants/applications/d?programme=${PROGRAMME_ID}&state=submitted,shortlisted&sort=submitted_at`,
  );
});
