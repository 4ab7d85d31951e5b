import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { WebhookDelivery, WebhookEndpoint } from "@/lib/contract/app-config-webhooks";
import { WebhookScreen } from "./webhook-screen";

setNavigationHooks({
  usePathname: () => "/dashboard/app-config/notifications",
  useRouter: () => ({ push: () => {}, replace: () => {}, prefetch: () => {} }),
  useSearchParams: () => new URLSearchParams("view=webhooks"),
});

const ENDPOINT: WebhookEndpoint = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c01",
  name: "City app",
  app: "city",
  app_has_key: true,
  url: "https://city.example/hooks",
  events: null,
  enabled: true,
  disabled_reason: null,
  last_success_at: null,
  last_failure_at: null,
  failing_since: null,
  old_secret_until: null,
  replay: null,
  created_at: "2026-11-21T10:00:00.000Z",
  version: 1,
};
const REPLAY = { from: "", until: "", total_is_capped: false, running: true };
const DELIVERY: WebhookDelivery = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c02",
  endpoint: { id: ENDPOINT.id, name: ENDPOINT.name },
  type: "user.closed",
  state: "failed",
  attempts: 8,
  created_at: "2026-11-21T10:00:00.000Z",
  last_attempt_at: "2026-11-22T10:00:00.000Z",
  next_attempt_at: null,
  status: null,
  duration_ms: 10_000,
  problem: "No response within 10 seconds.",
  body: '{"type":"user.closed"}',
  response: null,
};
const ALL_RIGHTS = { read: true, create: true, update: true, delete: true, approve: true, export: true };
let endpoints: WebhookEndpoint[];
let deliveries: WebhookDelivery[];
let adminRights: object;
let sentRequests: string[];
let answerStatus: number;

beforeEach(() => {
  endpoints = [ENDPOINT];
  deliveries = [DELIVERY];
  adminRights = ALL_RIGHTS;
  sentRequests = [];
  answerStatus = 200;
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit = {}) => {
    if (init.method && init.method !== "GET")
      sentRequests.push(`${init.method} ${new URL(url, "http://test").pathname}`);
    const data = url.includes("webhook-endpoints")
      ? { items: endpoints, apps: ["city"], delivery_id: DELIVERY.id }
      : url.includes("webhook-deliveries")
        ? { items: deliveries, page: 0, size: 20, total: deliveries.length, totalIsCapped: false }
        : { features: [{ name: "App Configurations", access: adminRights }] };
    const body = answerStatus === 200 || url.includes("access") ? { status: 200, message: "", data } : null;
    return body
      ? Response.json(body)
      : Response.json({ status: answerStatus, message: "Away", code: "X" }, { status: answerStatus });
  });
});
afterEach(cleanup);

const renderScreen = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <WebhookScreen />
    </QueryClientProvider>,
  );

it("explains in the empty lists of webhook endpoints and events what will appear there", async () => {
  endpoints = [];
  deliveries = [];
  renderScreen();
  expect(await screen.findByText(/It then gets events and does not need to ask/)).toBeTruthy();
  expect(await screen.findByText(/Events of the last 30 days appear here/)).toBeTruthy();
});

it("offers a retry when webhook endpoints or events can't be loaded", async () => {
  answerStatus = 500;
  renderScreen();
  expect((await screen.findAllByRole("button", { name: "Retry" })).length).toBe(2);
});

it("states why a webhook endpoint was disabled, and what to do", async () => {
  endpoints = [{ ...ENDPOINT, enabled: false, disabled_reason: "failing" }];
  renderScreen();
  expect(await screen.findByText("City app no longer gets events.")).toBeTruthy();
  expect(screen.getByText("Disabled after 5 days of failures only.")).toBeTruthy();
  const test = await screen.findByRole("button", { name: "Send a test event to City app" });
  expect((test as HTMLButtonElement).disabled).toBe(true);
});

it("shows that a webhook endpoint gets no events because its app has no key", async () => {
  endpoints = [{ ...ENDPOINT, app_has_key: false }];
  renderScreen();
  expect(await screen.findByText("Off")).toBeTruthy();
  expect(screen.getByText("App city has no valid key.")).toBeTruthy();
  for (const name of ["Send a test event to City app", "Replay failed events of City app"])
    expect(((await screen.findByRole("button", { name })) as HTMLButtonElement).disabled).toBe(true);
});

it("shows the progress of a running replay of events and stops it on request", async () => {
  endpoints = [{ ...ENDPOINT, replay: { ...REPLAY, total: 1_200, done: 500 } }];
  renderScreen();
  expect(await screen.findByText("500 of 1,200")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Stop the replay of City app" }));
  await waitFor(() => expect(sentRequests).toEqual([expect.stringMatching(/^DELETE .*\/replay$/)]));
});

it("shows 12,500 of 10,000+ events when a replay has sent more events than the capped total", async () => {
  endpoints = [{ ...ENDPOINT, replay: { ...REPLAY, total: 10_000, total_is_capped: true, done: 12_500 } }];
  renderScreen();
  expect(await screen.findByText("12,500 of 10,000+")).toBeTruthy();
});

it("sends a test event to a webhook endpoint, and replays one event from its row", async () => {
  renderScreen();
  fireEvent.click(await screen.findByRole("button", { name: "Send a test event to City app" }));
  const log = await screen.findByRole("region", { name: "Delivery log" });
  expect(await within(log).findByText("No response within 10 seconds.")).toBeTruthy();
  fireEvent.click(within(log).getByRole("button", { name: "Replay user.closed" }));
  await waitFor(() => expect(sentRequests).toHaveLength(2));
  expect(sentRequests).toEqual([
    expect.stringMatching(/\/test$/),
    expect.stringMatching(/webhook-deliveries\/.*\/replay$/),
  ]);
});

it("shows webhook endpoints without buttons to an admin who may only read", async () => {
  adminRights = { ...ALL_RIGHTS, create: false, update: false };
  renderScreen();
  expect(await screen.findByText("https://city.example/hooks")).toBeTruthy();
  expect(await screen.findByText("user.closed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Replay|New endpoint|Change|secret|test event/ })).toBeNull();
});
