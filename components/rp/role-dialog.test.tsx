import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
// Loads the schema of the form in advance, because the form imports it only on submit.
import "@/lib/contract/rp";
import { makeQueryClient } from "@/lib/client/query-client";
import { type Feature, makeRights, PERMISSION_FLAGS, type PermissionFlag } from "@/lib/contract/access";
import type { RoleDetails } from "@/lib/contract/rp";
import { STRONGER_HOLDERS_MESSAGE } from "@/lib/contract/rp.values";
import { accessQuery } from "@/lib/queries/rp";
import { permissionsQuery, roleQuery } from "@/lib/queries/rp-set-up";
import { RoleDialog } from "./role-dialog";

const ROLE: RoleDetails = {
  roleId: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  name: "Desk",
  description: "",
  features: makeRights({ Grants: ["update"] }),
  members: 0,
  awaiting: null,
  version: 1,
  is_held_by_stronger: false,
  people: [],
  timeline: [],
} as RoleDetails;

type Answer = { status: number; [key: string]: unknown };
/** Opens the role as an admin with these rights. Returns the request bodies. */
async function openRole(
  role: RoleDetails,
  own: Partial<Record<Feature, readonly PermissionFlag[]>>,
  answers: Answer[] = [],
) {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit = {}) => {
    if (!init.body) return Response.json({ status: 404, message: "" }, { status: 404 });
    sent.push(JSON.parse(String(init.body)));
    const { status, ...body } = answers.shift() ?? { status: 500 };
    return Response.json({ status, message: "", ...body }, { status });
  });
  const client = makeQueryClient();
  client.setQueryData(roleQuery(role.roleId).queryKey, role);
  client.setQueryData(permissionsQuery().queryKey, {
    features: ["Events", "Grants"],
    flags: [...PERMISSION_FLAGS],
  });
  client.setQueryData(accessQuery().queryKey, { features: makeRights(own) });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <RoleDialog roleId={role.roleId} onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog", { name: role.name });
  return { sent, onClose };
}
const checkbox = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const clickButton = (name: string) => fireEvent.click(screen.getByText(name, { selector: "button" }));
const OWN_RIGHTS = { "Roles & Permissions": PERMISSION_FLAGS, Grants: ["read", "create"], Events: ["read"] } as const;

it("locks the rights of a role that admins with more rights hold, and explains why it can't be deleted", async () => {
  await openRole({ ...ROLE, is_held_by_stronger: true, members: 1 }, OWN_RIGHTS);
  screen.getByText(STRONGER_HOLDERS_MESSAGE);
  expect(checkbox(/^Grants: update\. Admins with rights that you don't have/).getAttribute("aria-disabled")).toBe(
    "true",
  );
  expect(checkbox("Grants: create").getAttribute("aria-disabled")).toBeNull();
  const deleteButton = screen.getByText<HTMLButtonElement>("Delete role", { selector: "button" });
  expect([deleteButton.disabled, deleteButton.title]).toEqual([true, STRONGER_HOLDERS_MESSAGE]);
});

it("shows a role's rights without a form to an admin who may only read", async () => {
  await openRole(ROLE, { "Roles & Permissions": ["read"] });
  screen.getByRole("table");
  expect(screen.queryAllByRole("checkbox")).toEqual([]);
  for (const name of ["Save role", "Delete role"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

it("shows another admin's changes to a role in a conflict, and merges them with the typed input", async () => {
  const newer = { ...ROLE, features: makeRights({ Grants: ["update", "read"] }), version: 2 };
  const { sent, onClose } = await openRole(ROLE, OWN_RIGHTS, [
    { status: 409, code: "CONFLICT", message: "This role changed since you opened it.", current: newer },
    { status: 200, data: { awaiting: null } },
  ]);
  fireEvent.click(checkbox("Events: read"));
  fireEvent.change(screen.getByLabelText("Description (optional)"), { target: { value: "Typed by me" } });
  clickButton("Save role");
  await screen.findByText("Grants: added read");
  expect(screen.getByLabelText<HTMLInputElement>("Description (optional)").value).toBe("Typed by me");
  expect([checkbox("Events: read").checked, checkbox("Grants: read").checked]).toEqual([true, false]);
  clickButton("Add these changes to mine");
  await waitFor(() => expect(checkbox("Grants: read").checked).toBe(true));
  clickButton("Overwrite");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ version }) => version)).toEqual([1, 2]);
  expect(sent[1]).toMatchObject({
    description: "Typed by me",
    features: makeRights({ Grants: ["update", "read"], Events: ["read"] }),
  });
});
