import "server-only";
import { toUnpagedList } from "@/lib/server/lists/list";
import { api } from "./api/pipeline";
import { createExportLink } from "./exports/link";
import { addKycNote, adminsWhoMayReadKycRequests } from "./kyc/add-note";
import { assignKyc, readPossibleAssignees } from "./kyc/assign";
import { assignMatching } from "./kyc/assign-matching";
import { uploadKycFile } from "./kyc/attach-uploads";
import { tickKycChecklistItem } from "./kyc/check-item";
import { claimKyc, releaseKyc } from "./kyc/claim";
import { decideKyc } from "./kyc/decide";
import { findApplicants } from "./kyc/find-applicants";
import { listKyc } from "./kyc/list";
import { nextKyc, nextRequestAfter } from "./kyc/next";
import { readKycChanges } from "./kyc/pulse";
import { reopenKyc } from "./kyc/reopen";
import { revealKyc } from "./kyc/reveal";
import { revokeKyc } from "./kyc/revoke";
import { readKycDocumentPage, readKycThumbnails, readOriginalKycDocument } from "./kyc/serve-document";
import { readKycDetails } from "./kyc/single";
import { readKycStats } from "./kyc/stats";
import { resubmitKyc, submitKyc } from "./kyc/submit";
import { listKycForApp, resubmitKycFromApp, submitKycFromApp } from "./kyc/submit-from-app";

const { kyc: calls } = api;

/** Handlers of the `kyc.*` calls. */
export const kycHandlers = {
  list: calls.list.handler(({ input, context: { db, admin } }) => listKyc(db, input, admin.id)),
  export: calls.export.handler(({ input, context }) => createExportLink(context, "kyc-requests", input)),
  single: calls.single.handler(({ input, context: { db } }) => readKycDetails(db, input.kycId)),
  document: calls.document.handler(({ input, context }) => readKycDocumentPage(context, input)),
  originalDocument: calls.originalDocument.handler(({ input, context }) => readOriginalKycDocument(context, input)),
  thumbnails: calls.thumbnails.handler(({ input, context }) => toUnpagedList(readKycThumbnails(context, input.kycId))),
  applicants: calls.applicants.handler(({ input, context: { db } }) => toUnpagedList(findApplicants(db, input.q))),
  upload: calls.upload.handler(({ context }) => uploadKycFile(context)),
  submit: calls.submit.handler(({ input, context }) => submitKyc(context, input)),
  resubmit: calls.resubmit.handler(({ input, context }) => resubmitKyc(context, input)),
  decide: calls.decide.handler(({ input, context }) => decideKyc(context, input)),
  stats: calls.stats.handler(({ context: { db, admin } }) => readKycStats(db, admin)),
  pulse: calls.pulse.handler(({ input, context: { db } }) => readKycChanges(db, input.since)),
  assignees: calls.assignees.handler(({ context: { db } }) => toUnpagedList(readPossibleAssignees(db))),
  upcoming: calls.upcoming.handler(({ input, context: { db, admin } }) =>
    nextRequestAfter(db, admin.id, input.kycId, input.lane),
  ),
  next: calls.next.handler(({ input, context }) => nextKyc(context, input)),
  assign: calls.assign.handler(({ input, context }) => assignKyc(context, input)),
  assignMatching: calls.assignMatching.handler(({ input, context }) => assignMatching(context, input)),
  claim: calls.claim.handler(({ input, context }) => claimKyc(context, input.kycId)),
  release: calls.release.handler(({ input, context }) => releaseKyc(context, input.kycId)),
  check: calls.check.handler(({ input, context }) => tickKycChecklistItem(context, input)),
  note: calls.note.handler(({ input, context }) => addKycNote(context, input)),
  noteReaders: calls.noteReaders.handler(({ context: { db } }) => toUnpagedList(adminsWhoMayReadKycRequests(db))),
  reopen: calls.reopen.handler(({ input, context }) => reopenKyc(context, input)),
  revoke: calls.revoke.handler(({ input, context }) => revokeKyc(context, input)),
  reveal: calls.reveal.handler(({ input, context }) => revealKyc(context, input)),
  submitFromApp: calls.submitFromApp.handler(({ input, context }) => submitKycFromApp(context, input)),
  resubmitFromApp: calls.resubmitFromApp.handler(({ input, context }) => resubmitKycFromApp(context, input)),
  listForApp: calls.listForApp.handler(({ input, context }) => listKycForApp(context, input.user_id)),
};
