import { accessPoliciesOf } from "./access";
import { MAX_BODY_BYTES, route } from "./route";

const { read, create, update, remove, approve, exporting } = accessPoliciesOf("Grants");

const programmePath = "/grants/programmes/{programmeId}" as const;
const applicationPath = "/grants/applications/{applicationId}" as const;
const batchPath = "/grants/batches/{batchId}" as const;
const ownApplicationPath = "/app/grants/{programmeId}/applications/{applicationId}" as const;

const programmeRoutes = {
  overview: route("GET", "/grants/overview", read, { replica: true }),
  programmes: route("GET", "/grants/programmes", read, { replica: true }),
  groups: route("GET", "/grants/groups", read),
  createProgramme: route("POST", "/grants/programmes", create, { body: MAX_BODY_BYTES }),
  programme: route("GET", programmePath, read),
  updateProgramme: route("PATCH", programmePath, update, { body: MAX_BODY_BYTES }),
  deleteProgramme: route("DELETE", programmePath, remove),
  copyProgramme: route("POST", `${programmePath}/copy`, create),
  openProgramme: route("PATCH", `${programmePath}/open`, approve),
  closeProgramme: route("PATCH", `${programmePath}/close`, update),
  completeProgramme: route("PATCH", `${programmePath}/complete`, approve),
  raiseBudget: route("PATCH", `${programmePath}/budget`, approve, { proof: true }),
  exportAwards: route("POST", `${programmePath}/awards/export`, exporting, {
    secret: true,
    proof: true,
    personal: ["award.name"],
  }),
};

/** Routes for applications, their reviews and decisions. */
const applicationRoutes = {
  applications: route("GET", "/grants/applications", read, { replica: true }),
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
  application: route("GET", applicationPath, read),
  document: route("GET", `${applicationPath}/documents/{documentId}`, read, {
    file: true,
    personalFile: true,
    timeout: 60_000,
  }),
  originalDocument: route("GET", `${applicationPath}/documents/{documentId}/original`, read, {
    file: true,
    personalFile: true,
    timeout: 60_000,
  }),
  accountName: route("GET", `${applicationPath}/account-name`, approve, { timeout: 20_000 }),
  decide: route("POST", "/grants/applications/decisions", approve, { timeout: 60_000, body: 524_288 }),
  askApplicant: route("PATCH", `${applicationPath}/questions`, update),
  reviews: route("GET", `${applicationPath}/reviews`, read),
  review: route("PATCH", `${applicationPath}/review`, update),
  declareConflict: route("PATCH", `${applicationPath}/conflict`, update),
  duplicates: route("GET", `${applicationPath}/duplicates`, read),
  clearDuplicates: route("PATCH", `${applicationPath}/duplicates`, approve),
};

const payoutRoutes = {
  batches: route("GET", "/grants/batches", read, { replica: true }),
  createBatch: route("POST", "/grants/batches", create),
  batch: route("GET", batchPath, read),
  batchRows: route("GET", `${batchPath}/rows`, read, { replica: true }),
  removeRows: route("PATCH", `${batchPath}/rows`, update),
  submitBatch: route("POST", `${batchPath}/approval`, update, { idempotent: true }),
  cancelBatch: route("PATCH", `${batchPath}/cancel`, update),
  retryRows: route("POST", `${batchPath}/retry`, approve, { idempotent: true, proof: true }),
  statement: route("POST", `${batchPath}/statement`, exporting, {
    secret: true,
    proof: true,
    personal: ["payout.name", "payout.bank_account"],
  }),
};

/** Routes for the citizen app's server, and public routes. */
const citizenRoutes = {
  eligibility: route("GET", "/app/grants/{programmeId}/eligibility", "app"),
  apply: route("POST", "/app/grants/{programmeId}/applications", "app", { body: 262_144 }),
  applicationForApp: route("GET", ownApplicationPath, "app"),
  answerForApp: route("PATCH", ownApplicationPath, "app"),
  publicProgrammes: route("GET", "/public/grants", "public"),
  publicProgramme: route("GET", "/public/grants/{programmeId}", "public"),
  publicAwards: route("GET", "/public/grants/{programmeId}/awards", "public"),
};

/** Method, path and policy of the calls of the Grants module. */
export const grantRoutes = { ...programmeRoutes, ...applicationRoutes, ...payoutRoutes, ...citizenRoutes };
