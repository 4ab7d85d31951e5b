import "server-only";
import { whole } from "@/lib/server/lists/list";
import { api } from "./api/spine";
import { makeExport } from "./exports/link";
import { noteKyc } from "./kyc/add-note";
import { assigneesOf, assignKyc } from "./kyc/assign";
import { assignMatching } from "./kyc/assign-matching";
import { uploadFile } from "./kyc/attach-uploads";
import { checkKyc } from "./kyc/check-item";
import { claimKyc, releaseKyc } from "./kyc/claim";
import { decideKyc } from "./kyc/decide";
import { findApplicants } from "./kyc/find-applicants";
import { listKyc } from "./kyc/list";
import { nextKyc, upcomingAfter } from "./kyc/next";
import { kycPulse } from "./kyc/pulse";
import { reopenKyc } from "./kyc/reopen";
import { revealKyc } from "./kyc/reveal";
import { revokeKyc } from "./kyc/revoke";
import { kycDocument, kycOriginal, kycThumbnails } from "./kyc/serve-document";
import { kycSingle } from "./kyc/single";
import { kycStats } from "./kyc/stats";
import { resubmitKyc, submitKyc } from "./kyc/submit";
import { listForApp, resubmitFromApp, submitFromApp } from "./kyc/submit-from-app";

const list = api.kyc.list.handler(({ input, context: { db, admin } }) => listKyc(db, input, admin.id));

const single = api.kyc.single.handler(({ input, context: { db } }) => kycSingle(db, input.kycId));

const document = api.kyc.document.handler(({ input, context }) => kycDocument(context, input));

const originalDocument = api.kyc.originalDocument.handler(({ input, context }) => kycOriginal(context, input));

const thumbnails = api.kyc.thumbnails.handler(({ input, context }) => whole(kycThumbnails(context, input.kycId)));

const applicants = api.kyc.applicants.handler(({ input, context: { db } }) => whole(findApplicants(db, input.q)));

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
  originalDocument,
  thumbnails,
  applicants,
  upload,
  submit,
  resubmit,
  decide,
  stats: api.kyc.stats.handler(({ context: { db, admin } }) => kycStats(db, admin)),
  pulse: api.kyc.pulse.handler(({ input, context: { db } }) => kycPulse(db, input.since)),
  assignees: api.kyc.assignees.handler(({ context: { db } }) => whole(assigneesOf(db))),
  upcoming: api.kyc.upcoming.handler(({ input, context: { db, admin } }) =>
    upcomingAfter(db, admin.id, input.kycId, input.lane),
  ),
  next: api.kyc.next.handler(({ input, context }) => nextKyc(context, input)),
  assign: api.kyc.assign.handler(({ input, context }) => assignKyc(context, input)),
  assignMatching: api.kyc.assignMatching.handler(({ input, context }) => assignMatching(context, input)),
  claim: api.kyc.claim.handler(({ input, context }) => claimKyc(context, input.kycId)),
  release: api.kyc.release.handler(({ input, context }) => releaseKyc(context, input.kycId)),
  check: api.kyc.check.handler(({ input, context }) => checkKyc(context, input)),
  note: api.kyc.note.handler(({ input, context }) => noteKyc(context, input)),
  reopen: api.kyc.reopen.handler(({ input, context }) => reopenKyc(context, input)),
  revoke: api.kyc.revoke.handler(({ input, context }) => revokeKyc(context, input)),
  reveal: api.kyc.reveal.handler(({ input, context }) => revealKyc(context, input)),
  submitFromApp: api.kyc.submitFromApp.handler(({ input, context }) => submitFromApp(context, input)),
  resubmitFromApp: api.kyc.resubmitFromApp.handler(({ input, context }) => resubmitFromApp(context, input)),
  listForApp: api.kyc.listForApp.handler(({ input, context }) => listForApp(context, input.user_id)),
};
