import { accessPoliciesOf } from "./access";
import { route } from "./route";

const { read, create, update, approve, exporting } = accessPoliciesOf("KYC Management");

/** Method, path and policy of the calls of the KYC module. */
export const kycRoutes = {
  list: route("GET", "/kyc", read, { replica: true }),
  export: route("POST", "/kyc/export", exporting, {
    secret: true,
    proof: true,
    personal: ["kyc.name", "kyc.phone", "kyc.identity_number"],
  }),
  single: route("GET", "/kyc/{kycId}", read),
  document: route("GET", "/kyc/{kycId}/documents/{documentId}", read, {
    file: true,
    personalFile: true,
    timeout: 60_000,
  }),
  originalDocument: route("GET", "/kyc/{kycId}/documents/{documentId}/original", read, {
    file: true,
    personalFile: true,
    timeout: 60_000,
  }),
  thumbnails: route("GET", "/kyc/{kycId}/thumbnails", read, { personalFile: true }),
  applicants: route("GET", "/kyc/applicants", create),
  upload: route("POST", "/kyc/uploads", create, { upload: true, timeout: 120_000 }),
  submit: route("POST", "/kyc", create),
  resubmit: route("POST", "/kyc/{kycId}/resubmission", create),
  decide: route("PATCH", "/kyc/{kycId}/decision", update),
  stats: route("GET", "/kyc/stats", read, { replica: true }),
  pulse: route("GET", "/kyc/pulse", read),
  assignees: route("GET", "/kyc/assignees", read),
  upcoming: route("GET", "/kyc/{kycId}/upcoming", read),
  next: route("POST", "/kyc/next", update),
  assign: route("POST", "/kyc/assignments", update),
  assignMatching: route("POST", "/kyc/assignments/matching", update),
  claim: route("PATCH", "/kyc/{kycId}/claim", update),
  release: route("PATCH", "/kyc/{kycId}/release", update),
  check: route("PATCH", "/kyc/{kycId}/checklist", update),
  note: route("POST", "/kyc/{kycId}/notes", update),
  noteReaders: route("GET", "/kyc/note-readers", update),
  reopen: route("PATCH", "/kyc/{kycId}/reopening", update),
  revoke: route("PATCH", "/kyc/{kycId}/revocation", update),
  reveal: route("POST", "/kyc/{kycId}/identity-number", approve, { secret: true, proof: true }),
  submitFromApp: route("POST", "/app/kyc-requests", "app"),
  resubmitFromApp: route("POST", "/app/kyc-requests/{kycId}/resubmission", "app"),
  listForApp: route("GET", "/app/kyc-requests", "app", { replica: true }),
};
