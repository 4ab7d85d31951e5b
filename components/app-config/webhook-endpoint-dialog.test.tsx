import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deleteAllDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { WebhookEndpointDialog } from "./webhook-endpoint-dialog";

setNavigationHooks({ useRouter: () => ({ push: () => {}, replace: () => {}, prefetch: () => {} }) });

let sentBodies: Record<string, unknown>[];
beforeEach(() => {
  sentBodies = [];
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit = {}) => {
    const body = JSON.parse(String(init.body));
    sentBodies.push(body);
    return Response.json({ status: 200, message: "", data: { ...body, id: "1", secret: "whsec_new", version: 1 } });
  });
});
afterEach(() => {
  cleanup();
  deleteAllDrafts();
});

it("creates a webhook endpoint with the chosen event types, preselects the only app, and passes the secret to `onSecret`", async () => {
  const onSecret = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <WebhookEndpointDialog apps={["city"]} onSecret={onSecret} onClose={() => {}} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "City app" } });
  fireEvent.change(screen.getByLabelText("Address"), { target: { value: "https://city.example/hooks" } });
  fireEvent.click(screen.getByLabelText("These types"));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Choose at least one type of event, or all.")).toBeTruthy();
  fireEvent.click(screen.getByLabelText("An account was closed"));
  fireEvent.click(screen.getByLabelText("A payment succeeded"));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onSecret).toHaveBeenCalledWith("City app", "whsec_new"));
  expect(sentBodies).toEqual([
    {
      app: "city",
      name: "City app",
      url: "https://city.example/hooks",
      events: ["user.closed", "payment.succeeded"],
      enabled: true,
    },
  ]);
});
