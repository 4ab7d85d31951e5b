import "server-only";
import { makeExport } from "./exports/link";
import { findApplicants } from "./kyc/applicants";
import { decideKyc } from "./kyc/decide";
import { kycDocument, kycThumbnails } from "./kyc/document";
import { listKyc } from "./kyc/list";
import { kycSingle } from "./kyc/single";
import { resubmitKyc, submitKyc } from "./kyc/submit";
import { uploadFile } from "./kyc/uploads";
import { api } from "./spine";

const list = api.kyc.list.handler(({ input, context: { db, admin } }) => listKyc(db, input, admin.id));

const single = api.kyc.single.handler(({ input, context: { db } }) => kycSingle(db, input.kycId));

const document = api.kyc.document.handler(({ input, context }) => kycDocument(context, input.kycId, input.documentId));

const thumbnails = api.kyc.thumbnails.handler(({ input, context }) => kycThumbnails(context, input.kycId));

const applicants = api.kyc.applicants.handler(({ input, context: { db } }) => findApplicants(db, input.q));

const upload = api.kyc.upload.handler(({ context }) => uploadFile(context));

const submit = api.kyc.submit.handler(({ input, context }) => submitKyc(context, input));

const resubmit = api.kyc.resubmit.handler(({ input, context }) => resubmitKyc(context, input));

const decide = api.kyc.decide.handler(({ input, context }) => decideKyc(context, input));

const exportList = api.kyc.export.handler(({ input, context }) => makeExport(context, "kyc-requests", input));

export const kyc = {
  list,
  export: exportList,
  single,
  document,
  thumbnails,
  applicants,
  upload,
  submit,
  resubmit,
  decide,
};
