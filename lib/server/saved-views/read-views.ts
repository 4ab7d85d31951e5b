import "server-only";
import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { ListSettings, SavedView } from "@/lib/contract/saved-views";
import type { ListName } from "@/lib/contract/saved-views.values";
import { fullName, type SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { isSessionInUse } from "@/lib/server/auth/session";
import type { Queryable } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { listSettings, savedViews } from "@/lib/server/db/schema/saved-views";
import { sessions } from "@/lib/server/db/schema/session";
import { mayReadList, mayShareViews } from "./lists";

/** Database row of a saved view. */
export type ViewRow = typeof savedViews.$inferSelect;

/** SQL condition: the admin's own views, those for a role of the admin, and those for everybody. */
const isViewVisibleTo = (db: Queryable, { id }: SignedInAdmin) => {
  const ownRoles = db.select({ id: adminRoles.roleId }).from(adminRoles).where(eq(adminRoles.adminId, id));
  return or(
    eq(savedViews.ownerId, id),
    eq(savedViews.audience, "everybody"),
    and(eq(savedViews.audience, "role"), inArray(savedViews.roleId, ownRoles)),
  );
};

const selectViews = (db: Queryable) =>
  db
    .select({ view: savedViews, owner: admins, roleName: roles.name })
    .from(savedViews)
    .innerJoin(admins, eq(admins.id, savedViews.ownerId))
    .leftJoin(roles, eq(roles.id, savedViews.roleId));

/** Returns the views that the admin sees: of all lists, or of one. */
export async function readVisibleSavedViews(
  db: Queryable,
  admin: SignedInAdmin,
  list?: ListName,
): Promise<SavedView[]> {
  const rows = await selectViews(db)
    .where(and(isViewVisibleTo(db, admin), list && eq(savedViews.list, list)))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id));
  return rows.filter(({ view }) => mayReadList(view.list, admin)).map((row) => toView(row, admin));
}

/** Returns one view that the admin sees. @throws 404, also if the view exists for others only */
export async function readVisibleSavedView(db: Queryable, admin: SignedInAdmin, viewId: string): Promise<SavedView> {
  const [row] = await selectViews(db).where(and(eq(savedViews.id, viewId), isViewVisibleTo(db, admin)));
  if (!row || !mayReadList(row.view.list, admin)) throw refuse.notFound("saved view");
  return toView(row, admin);
}

type SelectedView = Awaited<ReturnType<typeof selectViews>>[number];

const toView = ({ view, owner, roleName }: SelectedView, admin: SignedInAdmin): SavedView => ({
  id: view.id,
  list: view.list,
  name: view.name,
  audience: view.audience,
  role: view.roleId && roleName !== null ? { id: view.roleId, name: roleName } : null,
  owner: { id: owner.id, name: fullName(owner) },
  is_mine: view.ownerId === admin.id,
  may_change: mayChangeView(view, admin),
  search: view.search,
  columns: view.columns,
  version: view.version,
});

/** Returns true if the admin may change a view: their own private one, or a shared one with the right to update the list's feature. */
export const mayChangeView = (view: Pick<ViewRow, "audience" | "ownerId" | "list">, admin: SignedInAdmin) =>
  view.audience === "mine" ? view.ownerId === admin.id : mayShareViews(view.list, admin);

/** Returns the views and settings of all lists that the admin may read. */
export async function readSavedViews(db: Queryable, admin: SignedInAdmin) {
  const [views, settings] = await Promise.all([readVisibleSavedViews(db, admin), readSettings(db, admin)]);
  const visibleIds = new Set(views.map(({ id }) => id));
  return {
    views,
    settings: settings.map((each) => ({
      ...each,
      default_view_id: each.default_view_id && visibleIds.has(each.default_view_id) ? each.default_view_id : null,
    })),
  };
}

/**
 * Returns the admin's settings of lists. `last_search`, the filters used last, is returned only in later sessions. In the session that
 * used these filters, opening a list without parameters shows all rows.
 */
async function readSettings(db: Queryable, admin: SignedInAdmin): Promise<ListSettings[]> {
  const rows = await db
    .select({ settings: listSettings, openSession: sessions.id })
    .from(listSettings)
    .leftJoin(
      sessions,
      and(
        eq(sessions.id, listSettings.lastSessionId),
        sql`${sessions.endedAt} is null and ${sessions.expiresAt} > now() and ${isSessionInUse(sessions.lastUsedAt)}`,
      ),
    )
    .where(eq(listSettings.adminId, admin.id));
  return rows
    .filter(({ settings }) => mayReadList(settings.list, admin))
    .map(({ settings, openSession }) => ({
      list: settings.list,
      default_view_id: settings.defaultViewId,
      columns: settings.columns,
      last_search: openSession === null && settings.lastSearch ? settings.lastSearch : null,
    }));
}
