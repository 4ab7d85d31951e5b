import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { meQuery } from "@/lib/queries/auth";
import { KycDistributionDialog } from "./kyc-distribution-dialog";

const OFFICERS = ["Ayi Bassey", "Grace Obi", "Ogar Edet"].map((name, index) => ({
  id: `019b76da-afc5-77b8-b3c0-9fbab7704c1${index}`,
  name,
}));
const [OFFICER_AYI, OFFICER_GRACE] = OFFICERS as [{ id: string; name: string }, { id: string; name: string }];

let sentRequests: { url: URL; body: unknown; key: string | null }[];
let waitingCount: number;
const apiAnswers: Record<string, () => unknown> = {
  "/api/v1/kyc/assignees": () => ({ items: OFFICERS }),
  "/api/v1/kyc": () => ({ items: [], page: 0, size: 20, total: waitingCount, totalIsCapped: false, mark: 1 }),
  "/api/v1/kyc/assignments/matching": () => ({
    officers: [
      { officer: OFFICER_AYI, given: 206 },
      { officer: OFFICER_GRACE, given: 205 },
    ],
    stayed: [{ message: "Another admin changed this request at the same moment.", count: 1 }],
    left_over: 300,
    left_over_is_capped: false,
  }),
};

beforeEach(() => {
  sentRequests = [];
  waitingCount = 412;
  vi.stubGlobal("crossRiverPayFetch", async (request: Request | string, init?: RequestInit) => {
    const { url, headers, body } =
      typeof request === "string"
        ? { url: request, headers: new Headers(init?.headers), body: init?.body }
        : { url: request.url, headers: request.headers, body: await request.text() };
    const index = new URL(url, "http://x");
    sentRequests.push({
      url: index,
      body: body ? JSON.parse(String(body)) : null,
      key: headers.get("idempotency-key"),
    });
    return Response.json({ status: 200, message: "", data: apiAnswers[index.pathname]?.() });
  });
});
async function openDistributionDialog(filters: Parameters<typeof KycDistributionDialog>[0]["filters"] = {}) {
  const client = makeQueryClient();
  client.setQueryData(meQuery().queryKey, { id: OFFICER_GRACE.id } as never);
  render(
    <QueryClientProvider client={client}>
      <KycDistributionDialog filters={filters} onClose={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Grace Obi (you)");
}
const clickAssign = () => fireEvent.click(screen.getByRole("button", { name: "Assign" }));

it("the bulk assignment dialog counts unassigned identity requests, describes their distribution among officers, and shows the result", async () => {
  await openDistributionDialog({ lga: "Ikom", state: "pending,approved" });
  await screen.findByText("412 unassigned requests match. Choose who gets them.");
  const countParams = sentRequests.find(({ url }) => url.pathname === "/api/v1/kyc")?.url.searchParams;
  expect(Object.fromEntries(countParams ?? [])).toMatchObject({ lga: "Ikom", state: "pending", assignee: "nobody" });
  clickAssign();
  expect(screen.getByRole("alert").textContent).toBe("Choose at least one officer.");
  fireEvent.click(screen.getByLabelText("Ayi Bassey"));
  fireEvent.click(screen.getByLabelText("Grace Obi (you)"));
  screen.getByText("412 unassigned requests will be split between 2 officers: 206 and 206.");
  clickAssign();
  await screen.findByRole("dialog", { name: "411 requests assigned" });
  const call = sentRequests.find(({ url }) => url.pathname.endsWith("/matching"));
  expect(call?.body).toEqual({ lga: "Ikom", state: "pending,approved", assignees: [OFFICER_AYI.id, OFFICER_GRACE.id] });
  expect(call?.key).toMatch(/^[\da-f]{32}$/);
  screen.getByText("206 requests");
  screen.getByText("1 request not assigned");
  screen.getByText("300 requests left");
});

it("disables Assign if no identity request matches, and requests no count if the filter selects only decided requests", async () => {
  waitingCount = 0;
  await openDistributionDialog({ lane: "clean" });
  await screen.findByText("No unassigned request matches these filters.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Assign" }).disabled).toBe(true);
  cleanup();
  sentRequests = [];
  await openDistributionDialog({ state: "approved" });
  await screen.findByText("No unassigned request matches these filters.");
  expect(sentRequests.map(({ url }) => url.pathname)).not.toContain("/api/v1/kyc");
});
