import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AuditTrailDrawer } from "./audit-trail-drawer";

/** Renders the drawer with an audit row that the server returns. */
function renderRow(values: object) {
  const data = {
    ...{ id: "7", at: "2026-03-01T09:00:00.000Z", admin: null, actor: "Payment provider", action: "user.addMembers" },
    ...{ outcome: "done", record: null, address: "10.0.0.1", device: "Test", request_id: "r", refusal: null },
    ...{ position: 7, hash: "0".repeat(64), previous_hash: "0".repeat(64), erased: false, changes: [] },
    ...values,
  };
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AuditTrailDrawer auditTrailId="7" onClose={() => {}} />
    </QueryClientProvider>,
  );
}

it("collapses a long value of an audit row, such as the users added to a group, without omitting any of it", async () => {
  const addedIds = `20: ${Array.from({ length: 20 }, () => crypto.randomUUID()).join(", ")}`;
  renderRow({
    changes: [
      { field: "members_added", before: null, after: addedIds },
      { field: "name", before: "Pilot", after: "Pilot 2" },
    ],
  });
  expect((await screen.findByText("Payment provider")).tagName).toBe("DD");
  const shortValue = await screen.findByText("Pilot 2");
  expect(shortValue.tagName).toBe("TD");
  const foldedValues = document.querySelectorAll("td details");
  expect(foldedValues).toHaveLength(1);
  expect(foldedValues[0]?.hasAttribute("open")).toBe(false);
  expect(foldedValues[0]?.querySelector("summary")?.textContent).toBe(`${addedIds.slice(0, 100)}…`);
  expect(foldedValues[0]?.textContent).toContain(addedIds);
});

it("shows that an audit row's name and changes were erased, not that nothing was changed", async () => {
  renderRow({ erased: true, record: { type: "audit_trail", id: "9", name: "Erased on request" } });
  expect(await screen.findByText("Erased on request")).toBeTruthy();
  expect(screen.getByText("The changes were erased on request of the citizen.")).toBeTruthy();
  expect(screen.queryByText("Nothing was changed.")).toBeNull();
});
