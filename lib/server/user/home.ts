import "server-only";
import { gte } from "drizzle-orm";
import { allRowsUrl } from "@/lib/contract/list.values";
import { users } from "@/lib/server/db/schema/user";
import { comparePeriodTotals, type ModuleHomeItems, toHomeFigure } from "@/lib/server/overview/home-module";
import { userCounts } from "./stats";

const LIST_URL = "/dashboard/user-management/users";

/** Defines the figures and recent changes that the Home page shows for User Management. */
export const userHomeItems: ModuleHomeItems = {
  feature: "User Management",
  work: [],
  changes: [
    {
      id: "users_joined",
      label: "New users",
      table: users,
      where: (since) => gte(users.joinedAt, since),
      urlFrom: (day) => `${LIST_URL}?joined_from=${day}`,
    },
  ],
  async figures(db, period) {
    const { total } = await userCounts(db);
    const { joined } = await comparePeriodTotals(db, "users", { joined: [""] }, period);
    return [
      toHomeFigure({
        id: "joined",
        label: "New users",
        value: joined.rows,
        before: joined.rows_before,
        url: `${LIST_URL}?joined_from=${period.from}&joined_to=${period.to}`,
      }),
      toHomeFigure({ id: "all", label: "All users", value: total, url: allRowsUrl(LIST_URL) }),
    ];
  },
};
