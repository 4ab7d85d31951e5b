import "server-only";
import { and, asc, count, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { SavedView, viewCreation, viewUpdate } from "@/lib/contract/saved-views";
import { type ListName, SAVED_VIEWS_MAX, SHARED_VIEWS_MAX } from "@/lib/contract/saved-views.values";
import type { HandlerContext, SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { savedViews } from "@/lib/server/db/schema/saved-views";
import {
  lockExpectedVersion,
  nameTakenConflict,
  refuseNameTaken,
  updateVersionedRecord,
} from "@/lib/server/records/version";
import { featureOfList, mayReadList, mayShareViews, parseListSearch, withoutInvalidParameters } from "./lists";
import { mayChangeView, readVisibleSavedView, type ViewRow } from "./read-views";

type ViewValues = Pick<ViewRow, "list" | "name" | "audience" | "roleId" | "search" | "columns">;

/** Returns a view's values for its audit row. Omits filters and search words of a private view, because they may name people. */
const toAudit = ({ list, name, audience, roleId, search, columns }: ViewValues) => ({
  list,
  name,
  audience,
  ...(roleId && { role: roleId }),
  ...(audience !== "mine" && { search, columns: columns?.order.join(",") ?? "" }),
});

const viewRecord = ({ id, name }: Pick<ViewRow, "id" | "name">) => ({ type: "saved_view", id, name }) as const;

/** Rejects a list that the admin may not read. @throws 403 */
function requireList(list: ListName, admin: SignedInAdmin): void {
  if (!mayReadList(list, admin)) throw refuse.forbidden();
}

/** Checks the audience of a view. @throws 403 if the admin may not share it; 400 for a missing or unknown role */
async function requireAudience(tx: Transaction, admin: SignedInAdmin, { list, audience, roleId }: ViewValues) {
  if (audience === "mine") return;
  if (!mayShareViews(list, admin)) throw refuse.forbidden(sharingRefused(list));
  if (audience !== "role") return;
  const message = "Choose the role that sees this view.";
  if (!roleId) throw refuse.badInput(message, { role_id: message });
  const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.id, roleId)).for("key share");
  if (!role)
    throw refuse.badInput("This role does not exist. Choose another one.", { role_id: "Choose another role." });
}

/**
 * Locks sharing with everybody until the commit, so that concurrent requests can't exceed the maximum. Views for a role don't count,
 * because an admin without that role could not delete one: they are limited by the maximum number of views of their owner.
 * @throws 409 if the list has the maximum already
 */
async function requireRoomForEverybody(tx: Transaction, list: ListName) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.sharedViews})`);
  const [shared] = await tx
    .select({ total: count() })
    .from(savedViews)
    .where(and(eq(savedViews.list, list), eq(savedViews.audience, "everybody")));
  if ((shared?.total ?? 0) >= SHARED_VIEWS_MAX)
    throw refuse.conflict(
      `Everybody has ${SHARED_VIEWS_MAX} views of this list already. Delete one of them, or share the view with a role.`,
    );
}

function sharingRefused(list: ListName): string {
  const feature = featureOfList(list);
  return feature
    ? `Sharing views of this list needs the right to update ${feature}. Save the view for yourself, or ask a full administrator.`
    : "Every admin sees other rows in this list, so its views can't be shared. Save the view for yourself.";
}

/** Checks and returns the query string of a view. @throws 400 with the names of parameters that the list does not accept */
function requireValidSearch(list: ListName, search: string): string {
  const { invalid } = parseListSearch(list, search);
  if (invalid.length)
    throw refuse.badInput(`This list has no such filter: ${invalid.slice(0, 5).join(", ")}. Leave it out.`);
  return withoutInvalidParameters(list, search);
}

/** Saves a view. @throws 400; 403; 409 if the name is taken, or if the admin or the list has the maximum number of views */
export async function createSavedView(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof viewCreation>,
): Promise<SavedView> {
  const { list, name, audience } = input;
  requireList(list, admin);
  const roleId = audience === "role" ? (input.role_id ?? null) : null;
  const search = requireValidSearch(list, input.search);
  const values = { list, name, audience, roleId, search, columns: input.columns ?? null };
  await requireAudience(tx, admin, values);
  if (audience === "everybody") await requireRoomForEverybody(tx, list);
  // Serialises the owner's views, so that concurrent requests cannot exceed the maximum.
  await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, admin.id)).for("no key update");
  const [own] = await tx
    .select({ total: count() })
    .from(savedViews)
    .where(and(eq(savedViews.ownerId, admin.id), eq(savedViews.list, list)));
  if ((own?.total ?? 0) >= SAVED_VIEWS_MAX)
    throw refuse.conflict(`You have ${SAVED_VIEWS_MAX} views of this list. Delete one to save another.`);
  const view = { id: uuid(), ownerId: admin.id, ...values };
  const inserted = await tx.insert(savedViews).values(view).onConflictDoNothing();
  if (!inserted.rowCount) throw nameTakenConflict("view", name);
  audit({ record: viewRecord(view), after: toAudit(view) });
  return readVisibleSavedView(tx, admin, view.id);
}

/** Changes a view. @throws 404; 403; 400; 409 with the current view if it has changed, or as `createSavedView` */
export async function updateSavedView(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof viewUpdate>,
): Promise<SavedView> {
  const view = await lockView(tx, admin, input);
  const { name, audience } = input;
  const values = {
    list: view.list,
    name,
    audience,
    roleId: audience === "role" ? (input.role_id === undefined ? view.roleId : input.role_id) : null,
    search: input.search === undefined ? view.search : requireValidSearch(view.list, input.search),
    columns: input.columns === undefined ? view.columns : input.columns,
  };
  if (audience === "mine" && view.ownerId !== admin.id)
    throw refuse.conflict("Only the owner can make this view private. Save a copy for yourself instead.");
  // Allows renaming and overwriting a view whose role was deleted, without choosing another role.
  const keepsAudience = audience === view.audience && values.roleId === view.roleId;
  if (!keepsAudience) await requireAudience(tx, admin, values);
  if (view.audience !== "everybody" && audience === "everybody") await requireRoomForEverybody(tx, view.list);
  const among = and(eq(savedViews.ownerId, view.ownerId), eq(savedViews.list, view.list));
  await refuseNameTaken(tx, savedViews, "view", { id: view.id, name: values.name, among });
  const { list: _list, ...changed } = values;
  await updateVersionedRecord(tx, savedViews, view.id, { ...changed, updatedAt: sql`now()` });
  audit({ record: viewRecord({ ...view, name: values.name }), before: toAudit(view), after: toAudit(values) });
  return readVisibleSavedView(tx, admin, view.id);
}

/** Deletes a view. Admins who have it as their default see all rows again. @throws 404; 403; 409 if it has changed */
export async function deleteSavedView(
  { tx, admin, audit }: WriteContext,
  input: { viewId: string; version: number },
): Promise<{ id: string }> {
  const view = await lockView(tx, admin, input);
  await tx.delete(savedViews).where(eq(savedViews.id, view.id));
  audit({ record: viewRecord(view), before: toAudit(view) });
  return { id: view.id };
}

/** Locks a view that the admin sees and may change. @throws 404; 403; 409 with the current view if it has changed */
async function lockView(
  tx: Transaction,
  admin: SignedInAdmin,
  { viewId: id, version }: { viewId: string; version: number },
): Promise<ViewRow> {
  await readVisibleSavedView(tx, admin, id);
  const current = () => readVisibleSavedView(tx, admin, id);
  const view = await lockExpectedVersion(tx, savedViews, { id, version }, { noun: "view", current });
  if (!mayChangeView(view, admin)) throw refuse.forbidden(sharingRefused(view.list));
  return view;
}

/** Returns the roles that the admin may share a view with, or why they may not share. @throws 403 if the admin may not read the list */
export async function viewAudiencesOf({ db, admin }: HandlerContext, list: ListName) {
  requireList(list, admin);
  if (!mayShareViews(list, admin)) return { may_share: false, reason: sharingRefused(list), roles: [] };
  return { may_share: true, reason: null, roles: await rolesByName(db) };
}

const rolesByName = (db: Queryable) =>
  db
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .orderBy(asc(sql`lower(${roles.name})`));
