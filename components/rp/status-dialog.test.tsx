import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { AdminRow } from "@/lib/contract/rp";
import { AdminStatusDialog } from "./status-dialog";

it("a second submit of the suspend dialog sends the suspension again, and does not reactivate the admin", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ status: 409, code: "CONFLICT", message: "Ada Obi is suspended already." }, { status: 409 });
  });
  const client = new QueryClient();
  const id = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
  const dialog = (status: AdminRow["status"]) => {
    const admin = { id, first_name: "Ada", last_name: "Obi", status, roles: [] as AdminRow["roles"] } as AdminRow;
    return (
      <QueryClientProvider client={client}>
        <AdminStatusDialog admin={admin} onClose={() => {}} />
      </QueryClientProvider>
    );
  };
  const { rerender } = render(dialog("active"));
  fireEvent.click(await screen.findByRole("button", { name: "Suspend" }));
  await screen.findByText("Ada Obi is suspended already.");
  rerender(dialog("suspended"));
  fireEvent.click(screen.getByRole("button", { name: "Suspend" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ status: "suspended" });
});
