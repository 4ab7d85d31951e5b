import { needs } from "./access";
import { route } from "./route";

const feature = "iReports";
const read = needs(feature, "read");
const update = needs(feature, "update");

/** Calls of the dashboard. */
const desk = {
  list: route("GET", "/ireports", read, "Reports from citizens, oldest due first"),
  export: route("POST", "/ireports/export", needs(feature, "export"), "Make a link that downloads the reports", {
    done: "Exported reports",
    secret: true,
  }),
  stats: route("GET", "/ireports/stats", read, "Figures of a period against the one before, and the newest reports"),
  pulse: route("GET", "/ireports/pulse", read, "Which reports changed since a mark"),
  assignees: route("GET", "/ireports/assignees", read, "Admins who can work on reports"),
  next: route("POST", "/ireports/next", update, "Claim the report that is due first among those without an owner", {
    done: "Claimed the next report",
  }),
  assign: route("POST", "/ireports/assignments", update, "Assign or unassign reports", { done: "Assigned a report" }),
  changeStates: route("POST", "/ireports/states", update, "Acknowledge or start several reports", {
    done: "Changed the state of a report with others",
  }),
  upload: route("POST", "/ireports/uploads", update, "Send one JPEG, PNG or WebP, up to 10 MB, for a resolution", {
    done: "Uploaded a photo for a resolution",
    upload: true,
    timeout: 120_000,
  }),
  single: route("GET", "/ireports/{ireportId}", read, "One report"),
  similar: route("GET", "/ireports/{ireportId}/similar", read, "Reports that may be about the same thing"),
  photo: route("GET", "/ireports/{ireportId}/photos/{photoId}", read, "A photo of a report; each view is logged", {
    done: "Viewed a photo of a report",
    file: true,
    timeout: 60_000,
  }),
  thumbnails: route("GET", "/ireports/{ireportId}/thumbnails", read, "Small pictures of a report's photos"),
  claim: route("PATCH", "/ireports/{ireportId}/claim", update, "Claim a report without an owner", {
    done: "Claimed a report",
  }),
  release: route("PATCH", "/ireports/{ireportId}/release", update, "Release a report of one's own", {
    done: "Released a report",
  }),
  changeState: route("PATCH", "/ireports/{ireportId}/state", update, "Acknowledge, start, or go on without an answer", {
    done: "Changed the state of a report",
  }),
  ask: route("PATCH", "/ireports/{ireportId}/question", update, "Ask the citizen; both clocks pause", {
    done: "Asked a citizen about a report",
  }),
  resolve: route("PATCH", "/ireports/{ireportId}/resolution", update, "Resolve a report with a note to the citizen", {
    done: "Resolved a report",
  }),
  reject: route("PATCH", "/ireports/{ireportId}/rejection", update, "Reject a report with a reason", {
    done: "Rejected a report",
  }),
  markDuplicate: route("PATCH", "/ireports/{ireportId}/original", update, "Mark a report as a duplicate of another", {
    done: "Marked a report as a duplicate",
  }),
  reopen: route("PATCH", "/ireports/{ireportId}/reopening", update, "Reopen a report that was resolved", {
    done: "Reopened a resolved report",
  }),
  prioritise: route("PATCH", "/ireports/{ireportId}/priority", update, "Change the priority of a report", {
    done: "Changed the priority of a report",
  }),
  recategorise: route("PATCH", "/ireports/{ireportId}/category", update, "Move a report to another category", {
    done: "Changed the category of a report",
  }),
  inform: route("POST", "/ireports/{ireportId}/updates", update, "Send the citizen a public update", {
    done: "Sent a public update on a report",
  }),
  note: route("POST", "/ireports/{ireportId}/notes", update, "Add an internal note; no citizen ever sees it", {
    done: "Added an internal note to a report",
  }),
};

/** Set-up of the desk: what citizens can choose, who is responsible, and texts to start from. */
const setUp = {
  categories: route("GET", "/ireports/categories", read, "Categories with their departments, targets and use"),
  createCategory: route("POST", "/ireports/categories", needs(feature, "create"), "Create a category", {
    done: "Added a report category",
  }),
  updateCategory: route("PATCH", "/ireports/categories/{categoryId}", update, "Change or move a category", {
    done: "Changed a report category",
  }),
  orderCategories: route("POST", "/ireports/categories/order", update, "Put the categories of one level in order", {
    done: "Reordered report categories",
  }),
  deleteCategory: route(
    "DELETE",
    "/ireports/categories/{categoryId}",
    needs(feature, "delete"),
    "Delete a category that is used nowhere",
    { done: "Deleted a report category" },
  ),
  departments: route("GET", "/ireports/departments", read, "Departments with their leads"),
  createDepartment: route("POST", "/ireports/departments", needs(feature, "create"), "Create a department", {
    done: "Added a department",
  }),
  updateDepartment: route("PATCH", "/ireports/departments/{departmentId}", update, "Change a department or its lead", {
    done: "Changed a department",
  }),
  deleteDepartment: route(
    "DELETE",
    "/ireports/departments/{departmentId}",
    needs(feature, "delete"),
    "Delete a department without categories",
    { done: "Deleted a department" },
  ),
  templates: route("GET", "/ireports/templates", read, "Response templates"),
  createTemplate: route("POST", "/ireports/templates", needs(feature, "create"), "Create a response template", {
    done: "Added a response template",
  }),
  updateTemplate: route("PATCH", "/ireports/templates/{templateId}", update, "Change a response template", {
    done: "Changed a response template",
  }),
  deleteTemplate: route(
    "DELETE",
    "/ireports/templates/{templateId}",
    needs(feature, "delete"),
    "Delete a response template",
    { done: "Deleted a response template" },
  ),
};

/** Calls of the citizen app's server, and what anyone may read. */
const citizens = {
  publicCategories: route("GET", "/public/report-categories", "public", "Categories that anyone may report in"),
  categoriesForApp: route("GET", "/app/report-categories", "app", "Categories to report in, private ones too"),
  file: route("POST", "/app/reports", "app", "File a report of a citizen, or an anonymous one", {
    done: "Filed a report",
    derived: true,
  }),
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
  answer: route("POST", "/app/reports/{ireportId}/answers", "app", "Answer the desk's question", {
    done: "Answered a question about a report",
  }),
  rate: route("POST", "/app/reports/{ireportId}/rating", "app", "Rate a resolution", {
    done: "Rated the resolution of a report",
  }),
  reopenAsCitizen: route("POST", "/app/reports/{ireportId}/reopening", "app", "Reopen within 14 days of a resolution", {
    done: "Reopened a report",
  }),
};

export const ireportRoutes = { ...desk, ...setUp, ...citizens };
