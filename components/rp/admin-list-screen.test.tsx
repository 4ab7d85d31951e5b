import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { toApiInput } from "@/lib/client/list-params";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { makeRights, PERMISSION_FLAGS, type PermissionFlag } from "@/lib/contract/access";
import type { AdminRow } from "@/lib/contract/rp";
import { accessQuery } from "@/lib/queries/rp";
import { adminListQuery, roleChoicesQuery } from "@/lib/queries/rp-set-up";
import { AdminListScreen } from "./admin-list-screen";

setNavigationHooks({ usePathname: () => "/", useSearchParams: () => new URLSearchParams() });

const ADMIN = {
  ...{ id: "1", first_name: "Ada", last_name: "Obi", email: "ada@example.com", status: "active", roles: [] },
  ...{ is_full: false, is_stronger: false, last_sign_in_at: null, created_at: "2026-11-20T10:00:00.000Z" },
  ...{ awaiting: null, depends_on: [], version: 1 },
} as AdminRow;

function renderList(flags: readonly PermissionFlag[]) {
  const client = makeQueryClient();
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  client.setQueryData(accessQuery().queryKey, { features: makeRights({ "Roles & Permissions": flags }) });
  client.setQueryData(roleChoicesQuery().queryKey, { items: [], page: 0, size: 100, total: 0, totalIsCapped: false });
  client.setQueryData(adminListQuery(toApiInput({ page: 1, size: 20, filters: {} })).queryKey, {
    ...{ items: [ADMIN], page: 0, size: 20, total: 1, totalIsCapped: false },
  });
  render(
    <QueryClientProvider client={client}>
      <AdminListScreen />
    </QueryClientProvider>,
  );
  screen.getByRole("link", { name: "Ada Obi" });
  return [
    screen.queryByRole("button", { name: "Invite admin" }) !== null,
    screen.queryByRole("checkbox", { name: "Select Ada Obi" }) !== null,
  ];
}

it("offers to invite admins and to select them for deletion only with the rights", () => {
  expect(renderList(PERMISSION_FLAGS)).toEqual([true, true]);
});

it("shows the list of admins without buttons to an admin who may only read", () => {
  expect(renderList(["read"])).toEqual([false, false]);
});
