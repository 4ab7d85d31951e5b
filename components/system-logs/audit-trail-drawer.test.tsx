import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AuditTrailDrawer } from "./audit-trail-drawer";

it("folds a long value, such as the users added to a group, and keeps all of it", async () => {
  const added = `20: ${Array.from({ length: 20 }, () => crypto.randomUUID()).join(", ")}`;
  const data = {
    id: "7",
    at: "2026-03-01T09:00:00.000Z",
    admin: null,
    actor: "Payment provider",
    action: "user.addMembers",
    outcome: "done",
    record: null,
    address: "10.0.0.1",
    device: "Test",
    request_id: "r",
    refusal: null,
    hash: "0".repeat(64),
    previous_hash: "0".repeat(64),
    changes: [
      { field: "members_added", before: null, after: added },
      { field: "name", before: "Pilot", after: "Pilot 2" },
    ],
  };
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AuditTrailDrawer auditTrailId="7" onClose={() => {}} />
    </QueryClientProvider>,
  );
  expect((await screen.findByText("Payment provider")).tagName).toBe("DD");
  const short = await screen.findByText("Pilot 2");
  expect(short.tagName).toBe("TD");
  const folded = document.querySelectorAll("td details");
  expect(folded).toHaveLength(1);
  expect(folded[0]?.hasAttribute("open")).toBe(false);
  expect(folded[0]?.querySelector("summary")?.textContent).toBe(`${added.slice(0, 100)}…`);
  expect(folded[0]?.textContent).toContain(added);
});
