import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { ChangeSummarySinceLastVisit } from "@/lib/queries/overview";
import { ChangesSinceLastVisit } from "./changes-since";

setNavigationHooks({
  useRouter: vi.fn(),
  usePathname: () => "/dashboard",
  useSearchParams: () => new URLSearchParams(),
});

/**
 * Renders the changes since the last visit. The stubbed API always returns this response. @returns the requests, such as `GET
 * /overview/changes`
 */
function renderChanges(answer: Partial<ChangeSummarySinceLastVisit>) {
  const changes = { since: "2026-11-26T10:00:00.000Z", is_due: false, lines: [], failed: false, ...answer };
  const requests: string[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, { method = "GET" }: RequestInit = {}) => {
    requests.push(`${method} ${new URL(url, "http://test").pathname.replace(/^.*\/v1/, "")}`);
    const data = method === "POST" ? { since: changes.since, is_due: false } : changes;
    return Response.json({ status: 200, message: "", data });
  });
  const client = makeQueryClient();
  const pageWith = (block: React.ReactNode) => <QueryClientProvider client={client}>{block}</QueryClientProvider>;
  const { rerender } = render(pageWith(<ChangesSinceLastVisit />));
  const leaveAndReturn = () => {
    rerender(pageWith(null));
    rerender(pageWith(<ChangesSinceLastVisit />));
  };
  return { requests, leaveAndReturn };
}

it("records a visit to Home only once, even if the admin leaves Home and returns", async () => {
  const { requests, leaveAndReturn } = renderChanges({ is_due: true });
  const visits = () => requests.filter((request) => request === "POST /overview/visits");
  await waitFor(() => expect(visits()).toHaveLength(1));
  await waitFor(() => expect(screen.getByText(/Nothing changed since/)).toBeDefined());
  for (let round = 0; round < 2; round++) {
    leaveAndReturn();
    await screen.findByText(/Nothing changed since/);
    // Waits until after the first paint, when the block would record the admin's visit.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(visits()).toHaveLength(1);
});

it("offers a retry if the changes since the last visit could not be loaded, and does not claim that nothing changed", async () => {
  const { requests } = renderChanges({ failed: true });
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.queryByText(/Nothing changed/)).toBeNull();
  expect(screen.getByText(/couldn't be loaded in time/)).toBeDefined();
  retry.click();
  await waitFor(() => expect(requests).toEqual(["GET /overview/changes", "GET /overview/changes"]));
});
