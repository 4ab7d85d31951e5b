import "server-only";
import { eq, gte, sql } from "drizzle-orm";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { admins } from "@/lib/server/db/schema/admin";
import {
  cappedCountFields,
  countQueriesUpToCap,
  type ModuleHomeItems,
  readOldestWork,
  toHomeFigure,
} from "@/lib/server/overview/home-module";
import { isConfirmableBy } from "./read-admins";

const LIST_URL = "/dashboard/roles-and-permissions/admin-users";

/** Defines the pending work, figures and recent changes that the Home page shows for Roles & Permissions. */
export const rolesHomeItems: ModuleHomeItems = {
  feature: "Roles & Permissions",
  work: [
    {
      kind: "admins_to_confirm",
      label: "Admin accounts to confirm",
      needs: routes.rp.confirmAdmin,
      url: `${LIST_URL}?confirmable=true`,
      read: (db, admin, limit) =>
        readOldestWork(
          db,
          {
            table: admins,
            where: isConfirmableBy(admin.id),
            id: admins.id,
            title: sql`${admins.firstName} || ' ' || ${admins.lastName}`,
            detail: admins.email,
            since: admins.createdAt,
            urlOf: (id) => recordUrl("admin", id),
          },
          limit,
        ),
    },
  ],
  changes: [
    {
      id: "admins_created",
      label: "New admins",
      table: admins,
      where: (since) => gte(admins.createdAt, since),
    },
  ],
  async figures(db) {
    const { active, invited } = await countQueriesUpToCap(db, {
      active: { table: admins, where: eq(admins.status, "active") },
      invited: { table: admins, where: eq(admins.status, "invited") },
    });
    return [
      toHomeFigure({
        id: "active",
        label: "Active admins",
        ...cappedCountFields(active),
        url: `${LIST_URL}?status=active`,
      }),
      toHomeFigure({
        id: "invited",
        label: "Open invitations",
        ...cappedCountFields(invited),
        url: `${LIST_URL}?status=invited`,
      }),
    ];
  },
};
