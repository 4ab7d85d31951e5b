import { needs } from "./access";
import { route } from "./route";

const feature = "KYC Management";

export const kycRoutes = {
  list: route("GET", "/kyc", needs(feature, "read"), "Identity requests, oldest first"),
  export: route("POST", "/kyc/export", needs(feature, "export"), "Make a link that downloads the identity requests", {
    done: "Exported identity requests",
    secret: true,
  }),
  single: route("GET", "/kyc/{kycId}", needs(feature, "read"), "One identity request"),
  document: route(
    "GET",
    "/kyc/{kycId}/documents/{documentId}",
    needs(feature, "read"),
    "A page of a document as a picture; each view is logged",
    { done: "Viewed a document", file: true, timeout: 60_000 },
  ),
  originalDocument: route(
    "GET",
    "/kyc/{kycId}/documents/{documentId}/original",
    needs(feature, "read"),
    "A document as it is kept, to be saved and not shown: a PDF may hold active content; each download is logged",
    { done: "Downloaded the original of a document", file: true, timeout: 60_000 },
  ),
  thumbnails: route(
    "GET",
    "/kyc/{kycId}/thumbnails",
    needs(feature, "read"),
    "Small pictures of the documents; each view is logged",
  ),
  applicants: route("GET", "/kyc/applicants", needs(feature, "create"), "Users whose request an officer can take"),
  upload: route(
    "POST",
    "/kyc/uploads",
    needs(feature, "create"),
    "Send one JPEG, PNG, WebP or PDF, up to 10 MB, for a request that follows within a day",
    { done: "Uploaded a document", upload: true, timeout: 120_000 },
  ),
  submit: route("POST", "/kyc", needs(feature, "create"), "Submit an identity request for a user", {
    done: "Submitted an identity request",
  }),
  resubmit: route(
    "POST",
    "/kyc/{kycId}/resubmission",
    needs(feature, "create"),
    "Submit a request again that was sent back",
    { done: "Submitted an identity request again" },
  ),
  decide: route("PATCH", "/kyc/{kycId}/decision", needs(feature, "update"), "Approve, reject or ask for resubmission", {
    done: "Decided an identity request",
  }),
  stats: route("GET", "/kyc/stats", needs(feature, "read"), "Figures of the team: waiting, late, time to a decision"),
  pulse: route("GET", "/kyc/pulse", needs(feature, "read"), "Which identity requests changed since a mark"),
  assignees: route("GET", "/kyc/assignees", needs(feature, "read"), "Admins who can review identity requests"),
  next: route("POST", "/kyc/next", needs(feature, "update"), "Claim the oldest request that nobody has", {
    done: "Claimed the next identity request",
  }),
  assign: route(
    "POST",
    "/kyc/assignments",
    needs(feature, "update"),
    "Give identity requests to somebody, or to nobody",
    { done: "Assigned an identity request" },
  ),
  claim: route("PATCH", "/kyc/{kycId}/claim", needs(feature, "update"), "Claim a request that nobody has", {
    done: "Claimed an identity request",
  }),
  release: route("PATCH", "/kyc/{kycId}/release", needs(feature, "update"), "Release a request of one's own", {
    done: "Released an identity request",
  }),
  check: route("PATCH", "/kyc/{kycId}/checklist", needs(feature, "update"), "Tick or untick an item of the checklist", {
    done: "Ticked a checklist",
  }),
  note: route("POST", "/kyc/{kycId}/notes", needs(feature, "update"), "Add an internal note; the user never sees it", {
    done: "Added an internal note",
  }),
  reopen: route("PATCH", "/kyc/{kycId}/reopening", needs(feature, "update"), "Review a rejected request again", {
    done: "Reopened an identity request",
  }),
  revoke: route(
    "PATCH",
    "/kyc/{kycId}/revocation",
    needs(feature, "update"),
    "Ask a second admin to revoke an approved request",
    { done: "Requested a revocation" },
  ),
  reveal: route(
    "POST",
    "/kyc/{kycId}/identity-number",
    needs(feature, "approve"),
    "Show the whole identity number; each view is logged with its reason",
    { done: "Viewed a full identity number", secret: true },
  ),
  submitFromApp: route("POST", "/app/kyc-requests", "app", "Submit an identity request of a citizen", {
    done: "Submitted an identity request in the app",
  }),
  resubmitFromApp: route(
    "POST",
    "/app/kyc-requests/{kycId}/resubmission",
    "app",
    "Submit a citizen's request again that was sent back",
    { done: "Submitted an identity request again in the app" },
  ),
  listForApp: route("GET", "/app/kyc-requests", "app", "The identity requests of a citizen, newest first"),
};
