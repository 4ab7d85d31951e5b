import { accessPoliciesOf } from "./access";
import { route } from "./route";

const { read, create, update, remove, exporting } = accessPoliciesOf("iReports");

const staffRoutes = {
  list: route("GET", "/ireports", read, { replica: true }),
  export: route("POST", "/ireports/export", exporting, {
    secret: true,
    proof: true,
    personal: ["ireport.name", "ireport.phone"],
  }),
  stats: route("GET", "/ireports/stats", read, { replica: true }),
  pulse: route("GET", "/ireports/pulse", read),
  assignees: route("GET", "/ireports/assignees", read),
  listThumbnails: route("GET", "/ireports/thumbnails", read, { personalFile: true }),
  next: route("POST", "/ireports/next", update),
  assign: route("POST", "/ireports/assignments", update),
  changeStates: route("POST", "/ireports/states", update),
  upload: route("POST", "/ireports/uploads", update, { upload: true, timeout: 120_000 }),
  single: route("GET", "/ireports/{ireportId}", read),
  similar: route("GET", "/ireports/{ireportId}/similar", read),
  photo: route("GET", "/ireports/{ireportId}/photos/{photoId}", read, {
    file: true,
    personalFile: true,
    timeout: 60_000,
  }),
  thumbnails: route("GET", "/ireports/{ireportId}/thumbnails", read, { personalFile: true }),
  claim: route("PATCH", "/ireports/{ireportId}/claim", update),
  release: route("PATCH", "/ireports/{ireportId}/release", update),
  changeState: route("PATCH", "/ireports/{ireportId}/state", update),
  ask: route("PATCH", "/ireports/{ireportId}/question", update),
  resolve: route("PATCH", "/ireports/{ireportId}/resolution", update),
  reject: route("PATCH", "/ireports/{ireportId}/rejection", update),
  markDuplicate: route("PATCH", "/ireports/{ireportId}/original", update),
  reopen: route("PATCH", "/ireports/{ireportId}/reopening", update),
  prioritise: route("PATCH", "/ireports/{ireportId}/priority", update),
  recategorise: route("PATCH", "/ireports/{ireportId}/category", update),
  inform: route("POST", "/ireports/{ireportId}/updates", update),
  note: route("POST", "/ireports/{ireportId}/notes", update),
  noteReaders: route("GET", "/ireports/{ireportId}/note-readers", update),
};

/** Routes for the set-up: categories, departments and response templates. */
const setUpRoutes = {
  categories: route("GET", "/ireports/categories", read),
  createCategory: route("POST", "/ireports/categories", create),
  updateCategory: route("PATCH", "/ireports/categories/{categoryId}", update),
  orderCategories: route("POST", "/ireports/categories/order", update),
  deleteCategory: route("DELETE", "/ireports/categories/{categoryId}", remove),
  departments: route("GET", "/ireports/departments", read),
  createDepartment: route("POST", "/ireports/departments", create),
  updateDepartment: route("PATCH", "/ireports/departments/{departmentId}", update),
  deleteDepartment: route("DELETE", "/ireports/departments/{departmentId}", remove),
  templates: route("GET", "/ireports/templates", read),
  createTemplate: route("POST", "/ireports/templates", create),
  updateTemplate: route("PATCH", "/ireports/templates/{templateId}", update),
  deleteTemplate: route("DELETE", "/ireports/templates/{templateId}", remove),
};

/** Routes for the citizen app's server, and public routes. */
const citizenRoutes = {
  publicCategories: route("GET", "/public/report-categories", "public"),
  categoriesForApp: route("GET", "/app/report-categories", "app"),
  file: route("POST", "/app/reports", "app", { derived: true }),
  filed: route("GET", "/app/reports", "app", { replica: true }),
  follow: route("POST", "/app/reports/follow", "app", { reads: true }),
  answer: route("POST", "/app/reports/{ireportId}/answers", "app"),
  rate: route("POST", "/app/reports/{ireportId}/rating", "app"),
  reopenAsCitizen: route("POST", "/app/reports/{ireportId}/reopening", "app"),
};

/** Method, path and policy of the calls of the iReports module. */
export const ireportRoutes = { ...staffRoutes, ...setUpRoutes, ...citizenRoutes };
