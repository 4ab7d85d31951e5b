import { needs } from "./access";
import { route } from "./route";

const feature = "KYC Management";

export const kycRoutes = {
  list: route("GET", "/kyc", needs(feature, "read"), "Identity requests, oldest first"),
  export: route("POST", "/kyc/export", needs(feature, "export"), "Make a link that downloads the identity requests"),
  single: route("GET", "/kyc/{kycId}", needs(feature, "read"), "One identity request"),
  document: route(
    "GET",
    "/kyc/{kycId}/documents/{documentId}",
    needs(feature, "read"),
    "A document; each view is logged",
    {
      file: true,
      timeout: 60_000,
    },
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
    { upload: true, timeout: 120_000 },
  ),
  submit: route("POST", "/kyc", needs(feature, "create"), "Submit an identity request for a user"),
  resubmit: route(
    "POST",
    "/kyc/{kycId}/resubmission",
    needs(feature, "create"),
    "Submit a request again that was sent back",
  ),
  decide: route("PATCH", "/kyc/{kycId}/decision", needs(feature, "update"), "Approve, reject or ask for resubmission"),
};
