import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { ALL_RIGHTS, makeRights, PERMISSION_FLAGS, type PermissionFlag } from "@/lib/contract/access";
import type { AdminDetails } from "@/lib/contract/rp";
import { STRONGER_ADMIN_MESSAGE } from "@/lib/contract/rp.values";
import { meQuery } from "@/lib/queries/auth";
import { accessQuery } from "@/lib/queries/rp";
import { adminQuery } from "@/lib/queries/rp-set-up";
import { AdminDrawer } from "./admin-drawer";

const ADMIN = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  first_name: "Ekaette",
  last_name: "Bassey",
  email: "owner@example.com",
  status: "active",
  roles: [{ roleId: "1", name: "Full administrator" }],
  is_full: true,
  is_stronger: false,
  last_sign_in_at: null,
  created_at: "2026-11-20T10:00:00.000Z",
  awaiting: null,
  depends_on: [],
  features: ALL_RIGHTS,
  keys: { passkeys: 1, authenticator: false, recovery_codes: 0 },
  timeline: [],
  version: 1,
} as AdminDetails;

/** Opens the drawer as an admin who has these flags for roles and permissions. Returns the buttons for actions on the account. */
async function openDrawer(admin: AdminDetails, flags: readonly PermissionFlag[]) {
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 404, message: "" }, { status: 404 }));
  const client = makeQueryClient();
  client.setQueryData(adminQuery(admin.id).queryKey, admin);
  client.setQueryData(meQuery().queryKey, { id: "another admin" } as never);
  client.setQueryData(accessQuery().queryKey, { features: makeRights({ "Roles & Permissions": flags }) });
  render(
    <QueryClientProvider client={client}>
      <AdminDrawer adminId={admin.id} onClose={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog", { name: "Ekaette Bassey" });
  return screen
    .queryAllByRole<HTMLButtonElement>("button")
    .filter(({ textContent }) => /^(Delete|Reset keys|Suspend|Assign roles)$/.test(textContent ?? ""));
}

it("disables all actions on an admin with more rights, and explains why", async () => {
  const buttons = await openDrawer({ ...ADMIN, is_stronger: true }, PERMISSION_FLAGS);
  expect(buttons.map(({ textContent, disabled, title }) => [textContent, disabled, title])).toEqual(
    ["Delete", "Reset keys", "Suspend", "Assign roles"].map((name) => [name, true, STRONGER_ADMIN_MESSAGE]),
  );
  screen.getByText(STRONGER_ADMIN_MESSAGE);
});

it("enables all actions on an admin without more rights", async () => {
  const buttons = await openDrawer(ADMIN, PERMISSION_FLAGS);
  expect(buttons.map(({ disabled, title }) => [disabled, title])).toEqual(Array(4).fill([false, ""]));
});

it("shows an admin's rights without actions to an admin who may only read", async () => {
  expect(await openDrawer(ADMIN, ["read"])).toEqual([]);
  screen.getByText("Full administration");
});
