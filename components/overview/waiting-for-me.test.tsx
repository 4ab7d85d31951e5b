import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { type HomeWaitingWork, homeWaitingWorkQuery } from "@/lib/queries/overview";
import { WorkWaitingForMe } from "./waiting-for-me";

function renderWork(work: HomeWaitingWork) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(homeWaitingWorkQuery().queryKey, work);
  render(
    <QueryClientProvider client={client}>
      <WorkWaitingForMe />
    </QueryClientProvider>,
  );
}

const makeWorkKind = (label: string, total: number) => ({
  ...{ kind: label, label, total, total_is_capped: false, failed: false },
  url: `/dashboard/kyc-management?state=${label.length}`,
});
const makeWorkItem = (title: string, dueAt: string | null, expires = false) => ({
  ...{ id: title, kind: "My KYC requests", title, detail: "KYC-000001", since: "2020-01-01T00:00:00.000Z" },
  ...{ due_at: dueAt, expires, url: `/dashboard/kyc-management/${title}` },
});

it("states that no work is waiting for the admin", () => {
  renderWork({ kinds: [], items: [] });
  expect(screen.getByText("Nothing waits for you.")).toBeDefined();
});

it("links each kind of waiting work to its list, and each item to its record", () => {
  renderWork({ kinds: [makeWorkKind("My KYC requests", 12)], items: [makeWorkItem("Ada Obi", null)] });
  const kinds = within(screen.getByRole("list", { name: "Kinds of work" }));
  expect(kinds.getByRole("link").textContent).toBe("All my KYC requests12");
  expect(screen.getByRole("link", { name: "Ada Obi" }).getAttribute("href")).toBe("/dashboard/kyc-management/Ada Obi");
});

it("shows waiting work past its deadline as late, and expired work as Expired", () => {
  renderWork({
    kinds: [makeWorkKind("My KYC requests", 2)],
    items: [makeWorkItem("late", "2020-01-02T00:00:00.000Z"), makeWorkItem("gone", "2020-01-02T00:00:00.000Z", true)],
  });
  const [late, gone] = screen.getAllByRole("listitem").slice(1);
  expect(late?.textContent).toMatch(/late$/);
  expect(gone?.textContent).toMatch(/Expired$/);
});

it("marks a kind of waiting work whose items could not be loaded, and links to its list", () => {
  renderWork({ kinds: [{ ...makeWorkKind("Approvals", 0), failed: true }], items: [] });
  expect(screen.getByRole("link", { name: "Approvals: couldn't load" })).toBeDefined();
  expect(screen.getByText("Some of it couldn't be loaded.")).toBeDefined();
});
