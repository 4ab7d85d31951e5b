import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { adminAndRoleStatsQuery } from "@/lib/queries/rp-set-up";
import { RightsStatsScreen } from "./rp-stats-screen";

it("links the number of admins with a right to their list, and shows 0 without a link", () => {
  const client = makeQueryClient();
  const admins = { read: 3, create: 0, update: 0, delete: 0, approve: 2, export: 0 };
  client.setQueryData(adminAndRoleStatsQuery().queryKey, {
    ...{ admins: 3, active: 3, invited: 0, suspended: 0, roles: 1, full: 2 },
    features: [{ name: "Grants", admins }],
  });
  render(
    <QueryClientProvider client={client}>
      <RightsStatsScreen />
    </QueryClientProvider>,
  );
  const link = screen.getByRole("link", { name: "2 may approve in Grants" });
  expect(link.getAttribute("href")).toBe("/dashboard/roles-and-permissions/admin-users?may=Grants%3Aapprove");
  expect(screen.queryByRole("link", { name: /may create in Grants/ })).toBeNull();
});
