import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { IREPORT_ICONS, IREPORT_STATES } from "@/lib/contract/ireport.values";
import { admins } from "./admin";
import { instant } from "./columns";

/** Departments outside this office that solve the reported problems: works, water board, waste management… */
export const ireportDepartments = pgTable(
  "ireport_departments",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    /** The admin who gets mails about the department's late reports. */
    leadId: uuid("lead_id").references(() => admins.id),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("ireport_departments_name").on(sql`lower(${t.name})`),
    index("ireport_departments_lead").on(t.leadId),
  ],
);

/** Report categories in the citizen app: a tree of two levels (a trigger refuses a third). */
export const ireportCategories = pgTable(
  "ireport_categories",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    parentId: uuid("parent_id").references((): AnyPgColumn => ireportCategories.id),
    departmentId: uuid("department_id").references(() => ireportDepartments.id),
    /** Target hours of the category: for resolving the whole report, and for each state in which an officer must act. */
    targetHours: integer("target_hours").notNull(),
    submittedHours: integer("submitted_hours").notNull(),
    acknowledgedHours: integer("acknowledged_hours").notNull(),
    inProgressHours: integer("in_progress_hours").notNull(),
    icon: text("icon", { enum: IREPORT_ICONS }).notNull(),
    active: boolean("active").notNull().default(true),
    /** True if only admins with the right `approve`, and the report's owner, see reports of this category and its subcategories. */
    private: boolean("private").notNull().default(false),
    position: integer("position").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("ireport_categories_name").on(
      sql`coalesce(${t.parentId}, '00000000-0000-0000-0000-000000000000')`,
      sql`lower(${t.name})`,
    ),
    index("ireport_categories_parent").on(t.parentId),
    index("ireport_categories_department").on(t.departmentId),
    check("ireport_categories_itself", sql`${t.parentId} <> ${t.id}`),
  ],
);

/** Response templates. Each is for one category or all, and for one state or all. */
export const ireportTemplates = pgTable(
  "ireport_templates",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    text: text("text").notNull(),
    categoryId: uuid("category_id").references(() => ireportCategories.id),
    state: text("state", { enum: IREPORT_STATES }),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("ireport_templates_name").on(sql`lower(${t.name})`),
    index("ireport_templates_category").on(t.categoryId),
  ],
);
