import { needs } from "./access";
import { route } from "./route";

const feature = "KYC Management";

export const kycRoutes = {
  list: route("GET", "/kyc", needs(feature, "read")),
  export: route("POST", "/kyc/export", needs(feature, "export"), { secret: true }),
  single: route("GET", "/kyc/{kycId}", needs(feature, "read")),
  document: route("GET", "/kyc/{kycId}/documents/{documentId}", needs(feature, "read"), {
    file: true,
    timeout: 60_000,
  }),
  originalDocument: route("GET", "/kyc/{kycId}/documents/{documentId}/original", needs(feature, "read"), {
    file: true,
    timeout: 60_000,
  }),
  thumbnails: route("GET", "/kyc/{kycId}/thumbnails", needs(feature, "read")),
  applicants: route("GET", "/kyc/applicants", needs(feature, "create")),
  upload: route("POST", "/kyc/uploads", needs(feature, "create"), { upload: true, timeout: 120_000 }),
  submit: route("POST", "/kyc", needs(feature, "create")),
  resubmit: route("POST", "/kyc/{kycId}/resubmission", needs(feature, "create")),
  decide: route("PATCH", "/kyc/{kycId}/decision", needs(feature, "update")),
  stats: route("GET", "/kyc/stats", needs(feature, "read")),
  pulse: route("GET", "/kyc/pulse", needs(feature, "read")),
  assignees: route("GET", "/kyc/assignees", needs(feature, "read")),
  upcoming: route("GET", "/kyc/{kycId}/upcoming", needs(feature, "read")),
  next: route("POST", "/kyc/next", needs(feature, "update")),
  assign: route("POST", "/kyc/assignments", needs(feature, "update")),
  assignMatching: route("POST", "/kyc/assignments/matching", needs(feature, "update")),
  claim: route("PATCH", "/kyc/{kycId}/claim", needs(feature, "update")),
  release: route("PATCH", "/kyc/{kycId}/release", needs(feature, "update")),
  check: route("PATCH", "/kyc/{kycId}/checklist", needs(feature, "update")),
  note: route("POST", "/kyc/{kycId}/notes", needs(feature, "update")),
  reopen: route("PATCH", "/kyc/{kycId}/reopening", needs(feature, "update")),
  revoke: route("PATCH", "/kyc/{kycId}/revocation", needs(feature, "update")),
  reveal: route("POST", "/kyc/{kycId}/identity-number", needs(feature, "approve"), { secret: true }),
  submitFromApp: route("POST", "/app/kyc-requests", "app"),
  resubmitFromApp: route("POST", "/app/kyc-requests/{kycId}/resubmission", "app"),
  listForApp: route("GET", "/app/kyc-requests", "app"),
};
