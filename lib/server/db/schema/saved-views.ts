import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ColumnLayout } from "@/lib/contract/saved-views";
import { LIST_NAMES, VIEW_AUDIENCES } from "@/lib/contract/saved-views.values";
import { admins, roles } from "./admin";
import { instant } from "./columns";

/** Saved views of lists: filters, sort order, columns and page size under a name. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: uuid("id").primaryKey(),
    list: text("list", { enum: LIST_NAMES }).notNull(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => admins.id),
    name: text("name").notNull(),
    audience: text("audience", { enum: VIEW_AUDIENCES }).notNull(),
    /** Role that the view is shared with. Null if that role was deleted: then only the owner sees the view. */
    roleId: uuid("role_id").references(() => roles.id, { onDelete: "set null" }),
    /** Query string of the list's URL, without the page number. Parameters that have become invalid are ignored. */
    search: text("search").notNull(),
    columns: jsonb("columns").$type<ColumnLayout>(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("saved_views_name").on(t.ownerId, t.list, sql`lower(${t.name})`),
    index("saved_views_shared").on(t.audience, t.roleId).where(sql`${t.audience} <> 'mine'`),
    index("saved_views_role").on(t.roleId),
    check("saved_views_role_audience", sql`${t.roleId} is null or ${t.audience} = 'role'`),
  ],
);

/** An admin's own settings of a list: default view, columns, and the filters used last. */
export const listSettings = pgTable(
  "list_settings",
  {
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    list: text("list", { enum: LIST_NAMES }).notNull(),
    defaultViewId: uuid("default_view_id").references(() => savedViews.id, { onDelete: "set null" }),
    columns: jsonb("columns").$type<ColumnLayout>(),
    /** Filters, sort order and page size used last, as in the URL, without search words. */
    lastSearch: text("last_search").notNull().default(""),
    /** The session in which the admin used `lastSearch`. Not a foreign key, because sessions are deleted but the filters are kept. */
    lastSessionId: uuid("last_session_id"),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.list] }), index("list_settings_default").on(t.defaultViewId)],
);
