import { needs } from "./access";
import { BODY_MAX, route } from "./route";

const feature = "Grants";
const read = needs(feature, "read");
const create = needs(feature, "create");
const update = needs(feature, "update");
const remove = needs(feature, "delete");
const approve = needs(feature, "approve");
const exporting = needs(feature, "export");

const programme = "/grants/programmes/{programmeId}" as const;
const application = "/grants/applications/{applicationId}" as const;
const batch = "/grants/batches/{batchId}" as const;
const own = "/app/grants/{programmeId}/applications/{applicationId}" as const;

/** Programmes and what they have to give. */
const programmes = {
  overview: route("GET", "/grants/overview", read, "Budgets, applications by state, and what waits"),
  programmes: route("GET", "/grants/programmes", read, "Programmes, those that are open first"),
  groups: route("GET", "/grants/groups", read, "User groups that a programme can be for"),
  createProgramme: route("POST", "/grants/programmes", create, "Create a draft", { body: BODY_MAX }),
  programme: route("GET", programme, read, "One programme"),
  updateProgramme: route(
    "PATCH",
    programme,
    update,
    "Change a programme; what applicants were told stays once it opened",
    { body: BODY_MAX },
  ),
  deleteProgramme: route("DELETE", programme, remove, "Delete a draft"),
  copyProgramme: route("POST", `${programme}/copy`, create, "Make a draft of the same programme"),
  openProgramme: route(
    "PATCH",
    `${programme}/open`,
    approve,
    "Open a programme: its budget is reserved in the grants pool",
  ),
  closeProgramme: route("PATCH", `${programme}/close`, update, "Take no more applications"),
  completeProgramme: route(
    "PATCH",
    `${programme}/complete`,
    approve,
    "Complete a programme: what is left of its budget goes back to the grants pool",
  ),
  raiseBudget: route("PATCH", `${programme}/budget`, approve, "Raise the budget by what the grants pool has free"),
  exportAwards: route("POST", `${programme}/awards/export`, exporting, "Make a link that downloads the award list", {
    secret: true,
  }),
};

/** Applications, their reviews and decisions. */
const applications = {
  applications: route("GET", "/grants/applications", read, "Applications, newest first, or ranked"),
  exportApplications: route(
    "POST",
    "/grants/applications/export",
    exporting,
    "Make a link that downloads the applications",
    { secret: true },
  ),
  application: route("GET", application, read, "One application"),
  document: route(
    "GET",
    `${application}/documents/{documentId}`,
    read,
    "A page of an application's document as a picture; each view is logged",
    {
      file: true,
      timeout: 60_000,
    },
  ),
  originalDocument: route(
    "GET",
    `${application}/documents/{documentId}/original`,
    read,
    "A document as it is kept, to be saved and not shown: a PDF may hold active content; each download is logged",
    {
      file: true,
      timeout: 60_000,
    },
  ),
  decide: route("POST", "/grants/applications/decisions", approve, "Shortlist, approve or reject; a result for each", {
    timeout: 60_000,
    body: 131_072,
  }),
  askApplicant: route("PATCH", `${application}/questions`, update, "Ask the applicant for more information"),
  reviews: route("GET", `${application}/reviews`, read, "Reviews: one's own, and the others' once both are in"),
  review: route(
    "PATCH",
    `${application}/review`,
    update,
    "Score an application; can be changed until the other score is in",
  ),
  declareConflict: route(
    "PATCH",
    `${application}/conflict`,
    update,
    "Declare a conflict of interest: who declares one neither reviews nor decides",
  ),
  duplicates: route(
    "GET",
    `${application}/duplicates`,
    read,
    "Other applications with the same identity number, phone, account, photo or device",
  ),
  clearDuplicates: route(
    "PATCH",
    `${application}/duplicates`,
    approve,
    "Say why the duplicates that are flagged now are none",
  ),
};

/** Payouts. */
const payouts = {
  batches: route("GET", "/grants/batches", read, "Payout batches, newest first"),
  createBatch: route("POST", "/grants/batches", create, "Make a payout batch of approved applications"),
  batch: route("GET", batch, read, "One payout batch with its sums against ledger and provider"),
  batchRows: route(
    "GET",
    `${batch}/rows`,
    read,
    "Rows of a payout batch: who, where to, how much, what changed since approval",
  ),
  removeRows: route("PATCH", `${batch}/rows`, update, "Take rows out of a draft"),
  submitBatch: route("POST", `${batch}/approval`, update, "Ask for approval of a payout batch", { idempotent: true }),
  cancelBatch: route("PATCH", `${batch}/cancel`, update, "Cancel a payout batch that was not approved"),
  retryRows: route("POST", `${batch}/retry`, approve, "Retry failed rows: one, several or all; a result for each", {
    idempotent: true,
  }),
  statement: route(
    "POST",
    `${batch}/statement`,
    exporting,
    "Make a link that downloads the statement as PDF, CSV or Excel",
    {
      secret: true,
    },
  ),
};

/** What the citizen app's server does, and what anyone may read. */
const doors = {
  eligibility: route(
    "GET",
    "/app/grants/{programmeId}/eligibility",
    "app",
    "Whether a citizen may apply, and if not, why",
  ),
  apply: route("POST", "/app/grants/{programmeId}/applications", "app", "Apply for a grant", { body: 262_144 }),
  applicationForApp: route("GET", own, "app", "How an application of a citizen stands"),
  answerForApp: route("PATCH", own, "app", "Send the information that was asked for"),
  publicProgrammes: route("GET", "/public/grants", "public", "Programmes that take applications"),
  publicProgramme: route("GET", "/public/grants/{programmeId}", "public", "One programme, its questions and documents"),
  publicAwards: route(
    "GET",
    "/public/grants/{programmeId}/awards",
    "public",
    "Who was paid: name, LGA and amount, where the programme publishes it",
  ),
};

export const grantRoutes = { ...programmes, ...applications, ...payouts, ...doors };
