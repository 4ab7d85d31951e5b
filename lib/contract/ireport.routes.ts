import { needs } from "./access";
import { route } from "./route";

const feature = "iReports";
const read = needs(feature, "read");
const update = needs(feature, "update");

/** Calls of the dashboard. */
const desk = {
  list: route("GET", "/ireports", read, "Reports from citizens, oldest due first"),
  export: route("POST", "/ireports/export", needs(feature, "export"), "Make a link that downloads the reports", {
    secret: true,
  }),
  stats: route("GET", "/ireports/stats", read, "Figures of a period against the one before, and the newest reports"),
  pulse: route("GET", "/ireports/pulse", read, "Which reports changed since a mark"),
  assignees: route("GET", "/ireports/assignees", read, "Admins who can work on reports"),
  next: route("POST", "/ireports/next", update, "Claim the report that is due first among those without an owner"),
  assign: route("POST", "/ireports/assignments", update, "Assign or unassign reports"),
  changeStates: route("POST", "/ireports/states", update, "Acknowledge or start several reports"),
  upload: route("POST", "/ireports/uploads", update, "Send one JPEG, PNG or WebP, up to 10 MB, for a resolution", {
    upload: true,
    timeout: 120_000,
  }),
  single: route("GET", "/ireports/{ireportId}", read, "One report"),
  similar: route("GET", "/ireports/{ireportId}/similar", read, "Reports that may be about the same thing"),
  photo: route("GET", "/ireports/{ireportId}/photos/{photoId}", read, "A photo of a report; each view is logged", {
    file: true,
    timeout: 60_000,
  }),
  thumbnails: route("GET", "/ireports/{ireportId}/thumbnails", read, "Small pictures of a report's photos"),
  claim: route("PATCH", "/ireports/{ireportId}/claim", update, "Claim a report without an owner"),
  release: route("PATCH", "/ireports/{ireportId}/release", update, "Release a report of one's own"),
  changeState: route("PATCH", "/ireports/{ireportId}/state", update, "Acknowledge, start, or go on without an answer"),
  ask: route("PATCH", "/ireports/{ireportId}/question", update, "Ask the citizen; both clocks pause"),
  resolve: route("PATCH", "/ireports/{ireportId}/resolution", update, "Resolve a report with a note to the citizen"),
  reject: route("PATCH", "/ireports/{ireportId}/rejection", update, "Reject a report with a reason"),
  markDuplicate: route("PATCH", "/ireports/{ireportId}/original", update, "Mark a report as a duplicate of another"),
  reopen: route("PATCH", "/ireports/{ireportId}/reopening", update, "Reopen a report that was resolved"),
  prioritise: route("PATCH", "/ireports/{ireportId}/priority", update, "Change the priority of a report"),
  recategorise: route("PATCH", "/ireports/{ireportId}/category", update, "Move a report to another category"),
  inform: route("POST", "/ireports/{ireportId}/updates", update, "Send the citizen a public update"),
  note: route("POST", "/ireports/{ireportId}/notes", update, "Add an internal note; no citizen ever sees it"),
};

/** Set-up of the desk: what citizens can choose, who is responsible, and texts to start from. */
const setUp = {
  categories: route("GET", "/ireports/categories", read, "Categories with their departments, targets and use"),
  createCategory: route("POST", "/ireports/categories", needs(feature, "create"), "Create a category"),
  updateCategory: route("PATCH", "/ireports/categories/{categoryId}", update, "Change or move a category"),
  orderCategories: route("POST", "/ireports/categories/order", update, "Put the categories of one level in order"),
  deleteCategory: route(
    "DELETE",
    "/ireports/categories/{categoryId}",
    needs(feature, "delete"),
    "Delete a category that is used nowhere",
  ),
  departments: route("GET", "/ireports/departments", read, "Departments with their leads"),
  createDepartment: route("POST", "/ireports/departments", needs(feature, "create"), "Create a department"),
  updateDepartment: route("PATCH", "/ireports/departments/{departmentId}", update, "Change a department or its lead"),
  deleteDepartment: route(
    "DELETE",
    "/ireports/departments/{departmentId}",
    needs(feature, "delete"),
    "Delete a department without categories",
  ),
  templates: route("GET", "/ireports/templates", read, "Response templates"),
  createTemplate: route("POST", "/ireports/templates", needs(feature, "create"), "Create a response template"),
  updateTemplate: route("PATCH", "/ireports/templates/{templateId}", update, "Change a response template"),
  deleteTemplate: route(
    "DELETE",
    "/ireports/templates/{templateId}",
    needs(feature, "delete"),
    "Delete a response template",
  ),
};

/** Calls of the citizen app's server, and what anyone may read. */
const citizens = {
  publicCategories: route("GET", "/public/report-categories", "public", "Categories that anyone may report in"),
  categoriesForApp: route("GET", "/app/report-categories", "app", "Categories to report in, private ones too"),
  file: route("POST", "/app/reports", "app", "File a report of a citizen, or an anonymous one", { derived: true }),
  filed: route("GET", "/app/reports", "app", "The reports of a citizen"),
  follow: route(
    "POST",
    "/app/reports/follow",
    "app",
    "One report: by its citizen, or by the code of an anonymous one",
    {
      reads: true,
    },
  ),
  answer: route("POST", "/app/reports/{ireportId}/answers", "app", "Answer the desk's question"),
  rate: route("POST", "/app/reports/{ireportId}/rating", "app", "Rate a resolution"),
  reopenAsCitizen: route("POST", "/app/reports/{ireportId}/reopening", "app", "Reopen within 14 days of a resolution"),
};

export const ireportRoutes = { ...desk, ...setUp, ...citizens };
