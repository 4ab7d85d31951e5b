import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { toast } from "@/lib/client/toast";
import type { SystemPartStatus } from "@/lib/contract/system-logs";
import { SystemStatusScreen } from "./system-status-screen";

setNavigationHooks({
  usePathname: () => "/dashboard/system-logs/status",
  useRouter: () => ({ push: () => {}, replace: () => {}, prefetch: () => {} }),
  useSearchParams: () => new URLSearchParams(),
});

const LINES: SystemPartStatus[] = [
  {
    part: "database",
    state: "working",
    failing_since: null,
    last_success_at: "2026-11-29T08:00:00.000Z",
    facts: [{ label: "PostgreSQL", value: "17.2" }],
    next: null,
  },
  {
    part: "mail",
    state: "failing",
    failing_since: "2026-11-29T07:00:00.000Z",
    last_success_at: null,
    facts: [{ label: "Last error", value: "connect ECONNREFUSED" }],
    next: { text: "Check the mail server and SMTP_URL.", document: "docs/operations.md, Settings: SMTP_URL" },
  },
  { part: "push", state: "not_set_up", failing_since: null, last_success_at: null, facts: [], next: null },
];
let sentRequests: string[];
let statusCode: number;

beforeEach(() => {
  sentRequests = [];
  statusCode = 200;
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit = {}) => {
    sentRequests.push(`${init.method} ${url}`);
    const data = url.endsWith("/test-mail") ? {} : { at: "2026-11-29T08:00:01.000Z", lines: LINES };
    return Response.json({ status: statusCode, message: "No mail.", data }, { status: statusCode });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const renderScreen = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <SystemStatusScreen />
    </QueryClientProvider>,
  );

it("shows each system part's state, since when it fails, its last error and the next step", async () => {
  renderScreen();
  const mail = await screen.findByRole("region", { name: "Mail" });
  for (const text of ["Failing", "Failing since", "None recorded", "connect ECONNREFUSED"])
    expect(within(mail).getByText(text)).toBeTruthy();
  expect(within(mail).getByText("Check the mail server and SMTP_URL.")).toBeTruthy();
  expect(within(mail).getByText("docs/operations.md, Settings: SMTP_URL")).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Push notifications" })).getByText("Not set up")).toBeTruthy();
  expect(screen.getByText(/1 of 3 parts fail\./)).toBeTruthy();
});

it("sends one test mail for each press of the button", async () => {
  renderScreen();
  fireEvent.click(await screen.findByRole("button", { name: "Send a test mail to me" }));
  await waitFor(() => expect(sentRequests).toContain("POST /api/v1/system-logs/status/test-mail"));
  expect(sentRequests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
});

it("checks the system status again on request", async () => {
  renderScreen();
  await screen.findByRole("region", { name: "Database" });
  const before = sentRequests.length;
  fireEvent.click(screen.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(sentRequests.length).toBe(before + 1));
});

it("shows the error if the system status can't be loaded", async () => {
  statusCode = 403;
  renderScreen();
  expect(await screen.findByText("Couldn't load")).toBeTruthy();
});

it("warns that the system status may be out of date if the next check fails", async () => {
  renderScreen();
  await screen.findByRole("region", { name: "Database" });
  statusCode = 403;
  fireEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect((await screen.findByRole("alert")).textContent).toContain("This page may be out of date.");
  expect(screen.getByRole("region", { name: "Database" })).toBeTruthy();
});

it("shows failing parts of the system first, and working ones last", async () => {
  renderScreen();
  await screen.findByRole("region", { name: "Database" });
  expect(screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"))).toEqual([
    "Mail",
    "Push notifications",
    "Database",
  ]);
});

it("states that the test mail was written to a file if mail is not configured", async () => {
  const lines = LINES.map((line) => (line.part === "mail" ? { ...line, state: "not_set_up" as const } : line));
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const data = url.endsWith("/test-mail") ? {} : { at: "2026-11-29T08:00:01.000Z", lines };
    return Response.json({ status: 200, message: "", data });
  });
  const success = vi.spyOn(toast, "success");
  renderScreen();
  await screen.findByRole("region", { name: "Mail" });
  fireEvent.click(screen.getByRole("button", { name: "Send a test mail to me" }));
  await waitFor(() => expect(success).toHaveBeenCalledWith(expect.stringContaining("folder outbox")));
  success.mockRestore();
});
