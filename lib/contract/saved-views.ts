import { z } from "zod";
import { endpoint, id, listOf, noInput, oneLine, personRef, text, version } from "./common";
import { savedViewsRoutes as routes } from "./saved-views.routes";
import {
  COLUMN_ID_LENGTH_MAX,
  LIST_NAMES,
  VIEW_AUDIENCES,
  VIEW_COLUMNS_MAX,
  VIEW_NAME_MAX,
  VIEW_QUERY_STRING_MAX,
} from "./saved-views.values";

const listName = z.enum(LIST_NAMES, "This list does not exist.");
const columnIds = z
  .array(z.string().regex(new RegExp(`^[a-z0-9_-]{1,${COLUMN_ID_LENGTH_MAX}}$`, "i"), "This is not a column."))
  .max(VIEW_COLUMNS_MAX, `Use at most ${VIEW_COLUMNS_MAX} columns.`);
/** Order of the columns, and the hidden ones, by id. Columns that a list does not have are ignored. */
const columnLayout = z.strictObject({ order: columnIds, hidden: columnIds });
/** Order and visibility of a list's columns. */
export type ColumnLayout = z.infer<typeof columnLayout>;

/** Filters, sort order, search and page size as in the URL of the list: `state=pending&sort=-due_at`. */
const search = text(VIEW_QUERY_STRING_MAX);

const savedView = z.object({
  id,
  list: z.string(),
  name: z.string(),
  audience: z.enum(VIEW_AUDIENCES),
  /** Role whose admins see the view. Null for other audiences, and if the role was deleted: then only the owner sees the view. */
  role: personRef.nullable(),
  owner: personRef,
  is_mine: z.boolean(),
  may_change: z.boolean(),
  search: z.string(),
  columns: columnLayout.nullable(),
  version: z.int(),
});
export type SavedView = z.infer<typeof savedView>;

const listSettings = z.object({
  list: z.string(),
  default_view_id: id.nullable(),
  columns: columnLayout.nullable(),
  /**
   * Query string of the filters that the admin used last, with which the list opens in a later session. Null in the session in which
   * they were used.
   */
  last_search: z.string().nullable(),
});
/** An admin's settings of one list: columns, default view and last filters. */
export type ListSettings = z.infer<typeof listSettings>;

const viewFields = {
  name: oneLine(VIEW_NAME_MAX, 1),
  audience: z.enum(VIEW_AUDIENCES),
  role_id: id.nullish(),
  columns: columnLayout.nullish(),
};
/** Input that saves a view of a list. */
export const viewCreation = z.strictObject({ list: listName, ...viewFields, search });
/** Input that changes a saved view. Role, filters and columns that are left out do not change. */
export const viewUpdate = z.strictObject({ viewId: id, version, ...viewFields, search: search.optional() });

/** Calls for saved views and list settings, with descriptions and schemas. */
export const savedViewCalls = {
  list: endpoint(routes.list, {
    summary: "Saved views that the caller sees, and the caller's settings of lists",
    input: noInput,
    output: z.object({ views: z.array(savedView), settings: z.array(listSettings) }),
  }),
  create: endpoint(routes.create, {
    summary: "Save a view of a list",
    done: "Saved a view",
    input: viewCreation,
    output: savedView,
  }),
  update: endpoint(routes.update, {
    summary: "Rename, overwrite or share a saved view",
    done: "Changed a saved view",
    input: viewUpdate,
    output: savedView,
  }),
  remove: endpoint(routes.remove, {
    summary: "Delete a saved view",
    done: "Deleted a saved view",
    input: z.strictObject({ viewId: id, version }),
    output: z.object({ id }),
  }),
  /** `may_share`: the caller may share views of this list. Otherwise `reason` explains why not, and `roles` is empty. */
  audiences: endpoint(routes.audiences, {
    summary: "Roles that the caller may share a view of a list with",
    input: z.strictObject({ list: listName }),
    output: z.object({ may_share: z.boolean(), reason: z.string().nullable(), roles: z.array(personRef) }),
  }),
  /** `within`: fixed input of the list, such as the user on a user's page. Counts that take too long are left out. */
  counts: endpoint(routes.counts, {
    summary: "Number of rows of each saved view of a list, by the caller's rights",
    input: z.strictObject({
      list: listName,
      within: z.record(z.string().max(40), z.string().max(200)).default({}),
    }),
    output: listOf(z.object({ id, total: z.int(), totalIsCapped: z.boolean() })),
  }),
  saveSettings: endpoint(routes.saveSettings, {
    summary: "Save the caller's default view, columns or last filters of a list",
    done: "Changed the settings of a list",
    input: z.strictObject({
      list: listName,
      default_view_id: id.nullish(),
      columns: columnLayout.nullish(),
      last_search: search.optional(),
    }),
    output: z.object({}),
  }),
};
