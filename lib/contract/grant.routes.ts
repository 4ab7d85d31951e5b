import { policiesOf } from "./access";
import { BODY_MAX, route } from "./route";

const { read, create, update, remove, approve, exporting } = policiesOf("Grants");

const programme = "/grants/programmes/{programmeId}" as const;
const application = "/grants/applications/{applicationId}" as const;
const batch = "/grants/batches/{batchId}" as const;
const own = "/app/grants/{programmeId}/applications/{applicationId}" as const;

/** Routes for programmes and their budgets. */
const programmes = {
  overview: route("GET", "/grants/overview", read),
  programmes: route("GET", "/grants/programmes", read),
  groups: route("GET", "/grants/groups", read),
  createProgramme: route("POST", "/grants/programmes", create, { body: BODY_MAX }),
  programme: route("GET", programme, read),
  updateProgramme: route("PATCH", programme, update, { body: BODY_MAX }),
  deleteProgramme: route("DELETE", programme, remove),
  copyProgramme: route("POST", `${programme}/copy`, create),
  openProgramme: route("PATCH", `${programme}/open`, approve),
  closeProgramme: route("PATCH", `${programme}/close`, update),
  completeProgramme: route("PATCH", `${programme}/complete`, approve),
  raiseBudget: route("PATCH", `${programme}/budget`, approve, { proof: true }),
  exportAwards: route("POST", `${programme}/awards/export`, exporting, {
    secret: true,
    proof: true,
    personal: ["award.name"],
  }),
};

/** Routes for applications, their reviews and decisions. */
const applications = {
  applications: route("GET", "/grants/applications", read),
  exportApplications: route("POST", "/grants/applications/export", exporting, {
    secret: true,
    proof: true,
    personal: [
      "application.name",
      "application.phone",
      "application.contact_phone",
      "application.email",
      "application.bank_account",
    ],
  }),
  application: route("GET", application, read),
  document: route("GET", `${application}/documents/{documentId}`, read, {
    file: true,
    personalFile: true,
    timeout: 60_000,
  }),
  originalDocument: route("GET", `${application}/documents/{documentId}/original`, read, {
    file: true,
    personalFile: true,
    timeout: 60_000,
  }),
  decide: route("POST", "/grants/applications/decisions", approve, { timeout: 60_000, body: 131_072 }),
  askApplicant: route("PATCH", `${application}/questions`, update),
  reviews: route("GET", `${application}/reviews`, read),
  review: route("PATCH", `${application}/review`, update),
  declareConflict: route("PATCH", `${application}/conflict`, update),
  duplicates: route("GET", `${application}/duplicates`, read),
  clearDuplicates: route("PATCH", `${application}/duplicates`, approve),
};

/** Routes for payouts. */
const payouts = {
  batches: route("GET", "/grants/batches", read),
  createBatch: route("POST", "/grants/batches", create),
  batch: route("GET", batch, read),
  batchRows: route("GET", `${batch}/rows`, read),
  removeRows: route("PATCH", `${batch}/rows`, update),
  submitBatch: route("POST", `${batch}/approval`, update, { idempotent: true }),
  cancelBatch: route("PATCH", `${batch}/cancel`, update),
  retryRows: route("POST", `${batch}/retry`, approve, { idempotent: true, proof: true }),
  statement: route("POST", `${batch}/statement`, exporting, {
    secret: true,
    proof: true,
    personal: ["payout.name", "payout.bank_account"],
  }),
};

/** Routes for the citizen app's server, and public routes. */
const citizens = {
  eligibility: route("GET", "/app/grants/{programmeId}/eligibility", "app"),
  apply: route("POST", "/app/grants/{programmeId}/applications", "app", { body: 262_144 }),
  applicationForApp: route("GET", own, "app"),
  answerForApp: route("PATCH", own, "app"),
  publicProgrammes: route("GET", "/public/grants", "public"),
  publicProgramme: route("GET", "/public/grants/{programmeId}", "public"),
  publicAwards: route("GET", "/public/grants/{programmeId}/awards", "public"),
};

export const grantRoutes = { ...programmes, ...applications, ...payouts, ...citizens };
