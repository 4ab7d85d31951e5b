import { z } from "zod";
import { adminRef, endpoint, id, listOf, noInput, oneLine, text, version } from "./common";
import { ireportRoutes as routes } from "./ireport.routes";
import { IREPORT_ICONS, IREPORT_MESSAGE_MAX, IREPORT_STATES, IREPORT_TARGET_HOURS_MAX } from "./ireport.values";

const targetHours = z
  .int("Enter whole hours.")
  .min(1, "Enter at least 1 hour.")
  .max(IREPORT_TARGET_HOURS_MAX, `Enter at most ${IREPORT_TARGET_HOURS_MAX.toLocaleString("en")} hours.`);
const name = oneLine(80, 2);

const ireportCategory = z.object({
  id: z.string(),
  name: z.string(),
  /** Id of the parent category; null for a top-level category. */
  parent_id: z.string().nullable(),
  department: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Target hours for the whole report, and for each state in which the officers have to act. */
  target_hours: z.int(),
  submitted_hours: z.int(),
  acknowledged_hours: z.int(),
  in_progress_hours: z.int(),
  icon: z.enum(IREPORT_ICONS),
  active: z.boolean(),
  /** `private`: this category's own setting. `hidden`: true if the category or its parent is private, which makes its reports private. */
  private: z.boolean(),
  hidden: z.boolean(),
  position: z.int(),
  /** Reports in the category (at most 10,000), and open ones among them; 0 if the reports are private and hidden from the caller. */
  reports: z.int(),
  open: z.int(),
  templates: z.int(),
  version,
});
export type IreportCategory = z.infer<typeof ireportCategory>;

const categoryFields = {
  name,
  parent_id: id.nullable(),
  department_id: id.nullable(),
  target_hours: targetHours,
  submitted_hours: targetHours,
  acknowledged_hours: targetHours,
  in_progress_hours: targetHours,
  icon: z.enum(IREPORT_ICONS, "Choose an icon."),
  active: z.boolean(),
  private: z.boolean(),
};
export const ireportCategoryCreation = z.strictObject(categoryFields);
export const ireportCategoryUpdate = z.strictObject({ categoryId: id, version, ...categoryFields });

const ireportDepartment = z.object({
  id: z.string(),
  name: z.string(),
  /** Admin who receives the mails about late reports; null if not set. */
  lead: adminRef.nullable(),
  categories: z.int(),
  version,
});
export type IreportDepartment = z.infer<typeof ireportDepartment>;
export const ireportDepartmentCreation = z.strictObject({ name, lead_id: id.nullable() });
export const ireportDepartmentUpdate = z.strictObject({ departmentId: id, version, name, lead_id: id.nullable() });

const ireportTemplate = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  /** Category or state for which the template is offered; null: offered for all. */
  category: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: z.enum(IREPORT_STATES).nullable(),
  version,
});
export type IreportTemplate = z.infer<typeof ireportTemplate>;
const templateFields = {
  name,
  /** Text of the template. Values of the report replace `{name}`, `{number}` and `{title}`. */
  text: text(IREPORT_MESSAGE_MAX, 1),
  category_id: id.nullable(),
  state: z.enum(IREPORT_STATES).nullable(),
};
export const ireportTemplateCreation = z.strictObject(templateFields);
export const ireportTemplateUpdate = z.strictObject({ templateId: id, version, ...templateFields });

const deletedRecord = z.object({ id: z.string() });

/** Calls for categories, departments and response templates, with descriptions and schemas. */
export const ireportSetUpCalls = {
  categories: endpoint(routes.categories, {
    summary: "Categories with their departments, targets and use",
    input: noInput,
    output: listOf(ireportCategory),
  }),
  createCategory: endpoint(routes.createCategory, {
    summary: "Create a category",
    done: "Added a report category",
    input: ireportCategoryCreation,
    output: ireportCategory,
  }),
  updateCategory: endpoint(routes.updateCategory, {
    summary: "Change or move a category",
    done: "Changed a report category",
    input: ireportCategoryUpdate,
    output: ireportCategory,
  }),
  orderCategories: endpoint(routes.orderCategories, {
    summary: "Change the order of the categories of one level",
    done: "Reordered report categories",
    /** Ids of all top-level categories, or of all categories below one parent, in their new order. */
    input: z.strictObject({ parent_id: id.nullable(), ids: z.array(id).min(1).max(200) }),
    output: listOf(ireportCategory),
  }),
  deleteCategory: endpoint(routes.deleteCategory, {
    summary: "Delete an unused category",
    done: "Deleted a report category",
    input: z.strictObject({ categoryId: id, version }),
    output: deletedRecord,
  }),
  departments: endpoint(routes.departments, {
    summary: "Departments with their leads",
    input: noInput,
    output: listOf(ireportDepartment),
  }),
  createDepartment: endpoint(routes.createDepartment, {
    summary: "Create a department",
    done: "Added a department",
    input: ireportDepartmentCreation,
    output: ireportDepartment,
  }),
  updateDepartment: endpoint(routes.updateDepartment, {
    summary: "Change a department or its lead",
    done: "Changed a department",
    input: ireportDepartmentUpdate,
    output: ireportDepartment,
  }),
  deleteDepartment: endpoint(routes.deleteDepartment, {
    summary: "Delete a department without categories",
    done: "Deleted a department",
    input: z.strictObject({ departmentId: id, version }),
    output: deletedRecord,
  }),
  templates: endpoint(routes.templates, {
    summary: "Response templates",
    input: noInput,
    output: listOf(ireportTemplate),
  }),
  createTemplate: endpoint(routes.createTemplate, {
    summary: "Create a response template",
    done: "Added a response template",
    input: ireportTemplateCreation,
    output: ireportTemplate,
  }),
  updateTemplate: endpoint(routes.updateTemplate, {
    summary: "Change a response template",
    done: "Changed a response template",
    input: ireportTemplateUpdate,
    output: ireportTemplate,
  }),
  deleteTemplate: endpoint(routes.deleteTemplate, {
    summary: "Delete a response template",
    done: "Deleted a response template",
    input: z.strictObject({ templateId: id, version }),
    output: deletedRecord,
  }),
};
