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
  decide: route("PATCH", "/kyc/{kycId}/decision", needs(feature, "update"), "Approve, reject or ask for resubmission"),
};
