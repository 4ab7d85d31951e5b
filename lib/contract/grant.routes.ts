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
  createProgramme: route("POST", "/grants/programmes", create, "Create a draft", {
    done: "Drafted a grant programme",
    body: BODY_MAX,
  }),
  programme: route("GET", programme, read, "One programme"),
  updateProgramme: route(
    "PATCH",
    programme,
    update,
    "Change a programme; what applicants were told stays once it opened",
    { done: "Changed a grant programme", body: BODY_MAX },
  ),
  deleteProgramme: route("DELETE", programme, remove, "Delete a draft", {
    done: "Deleted the draft of a grant programme",
  }),
  copyProgramme: route("POST", `${programme}/copy`, create, "Make a draft of the same programme", {
    done: "Copied a grant programme",
  }),
  openProgramme: route(
    "PATCH",
    `${programme}/open`,
    approve,
    "Open a programme: its budget is reserved in the grants pool",
    { done: "Opened a grant programme" },
  ),
  closeProgramme: route("PATCH", `${programme}/close`, update, "Take no more applications", {
    done: "Closed a grant programme",
  }),
  completeProgramme: route(
    "PATCH",
    `${programme}/complete`,
    approve,
    "Complete a programme: what is left of its budget goes back to the grants pool",
    { done: "Completed a grant programme" },
  ),
  raiseBudget: route("PATCH", `${programme}/budget`, approve, "Raise the budget by what the grants pool has free", {
    done: "Raised the budget of a grant programme",
  }),
  exportAwards: route("POST", `${programme}/awards/export`, exporting, "Make a link that downloads the award list", {
    done: "Exported an award list",
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
    { done: "Exported grant applications", secret: true },
  ),
  application: route("GET", application, read, "One application"),
  document: route(
    "GET",
    `${application}/documents/{documentId}`,
    read,
    "A page of an application's document as a picture; each view is logged",
    { done: "Viewed a document of a grant application", file: true, timeout: 60_000 },
  ),
  originalDocument: route(
    "GET",
    `${application}/documents/{documentId}/original`,
    read,
    "A document as it is kept, to be saved and not shown: a PDF may hold active content; each download is logged",
    { done: "Downloaded the original of a grant application's document", file: true, timeout: 60_000 },
  ),
  decide: route("POST", "/grants/applications/decisions", approve, "Shortlist, approve or reject; a result for each", {
    done: "Decided a grant application",
    timeout: 60_000,
    body: 131_072,
  }),
  askApplicant: route("PATCH", `${application}/questions`, update, "Ask the applicant for more information", {
    done: "Asked a grant applicant for more information",
  }),
  reviews: route("GET", `${application}/reviews`, read, "Reviews: one's own, and the others' once both are in"),
  review: route(
    "PATCH",
    `${application}/review`,
    update,
    "Score an application; can be changed until the other score is in",
    { done: "Scored a grant application" },
  ),
  declareConflict: route(
    "PATCH",
    `${application}/conflict`,
    update,
    "Declare a conflict of interest: who declares one neither reviews nor decides",
    { done: "Declared a conflict of interest" },
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
    { done: "Cleared a grant application of its duplicates" },
  ),
};

/** Payouts. */
const payouts = {
  batches: route("GET", "/grants/batches", read, "Payout batches, newest first"),
  createBatch: route("POST", "/grants/batches", create, "Make a payout batch of approved applications", {
    done: "Created a payout batch",
  }),
  batch: route("GET", batch, read, "One payout batch with its sums against ledger and provider"),
  batchRows: route(
    "GET",
    `${batch}/rows`,
    read,
    "Rows of a payout batch: who, where to, how much, what changed since approval",
  ),
  removeRows: route("PATCH", `${batch}/rows`, update, "Remove rows from a draft", {
    done: "Removed rows from a payout batch",
  }),
  submitBatch: route("POST", `${batch}/approval`, update, "Ask for approval of a payout batch", {
    done: "Requested approval of a payout batch",
    idempotent: true,
  }),
  cancelBatch: route("PATCH", `${batch}/cancel`, update, "Cancel a payout batch that was not approved", {
    done: "Cancelled a payout batch",
  }),
  retryRows: route("POST", `${batch}/retry`, approve, "Retry failed rows: one, several or all; a result for each", {
    done: "Retried failed payouts",
    idempotent: true,
  }),
  statement: route(
    "POST",
    `${batch}/statement`,
    exporting,
    "Make a link that downloads the statement as PDF, CSV or Excel",
    { done: "Downloaded the statement of a payout batch", secret: true },
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
  apply: route("POST", "/app/grants/{programmeId}/applications", "app", "Apply for a grant", {
    done: "Applied for a grant in the app",
    body: 262_144,
  }),
  applicationForApp: route("GET", own, "app", "How an application of a citizen stands"),
  answerForApp: route("PATCH", own, "app", "Send the information that was asked for", {
    done: "Answered a question about a grant application",
  }),
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
