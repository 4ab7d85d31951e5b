import "server-only";
import { api, apiWithPreparation } from "@/lib/server/api/pipeline";
import { createExportLink } from "@/lib/server/exports/link";
import { accountNameOf, prepareAccountNames } from "./account-names";
import { readApplicationDetails } from "./application-single";
import { askApplicant } from "./ask-applicant";
import { decideApplications } from "./decide-applications";
import { listApplications } from "./list-applications";
import { readGrantDocument, readOriginalDocument } from "./serve-document";

const { grant: calls } = api;

/** Handlers of the calls with which admins list, read and decide applications, and ask applicants. */
export const grantApplicationHandlers = {
  applications: calls.applications.handler(({ input, context: { db, admin } }) =>
    listApplications(db, input, admin.id),
  ),
  exportApplications: calls.exportApplications.handler(({ input, context }) =>
    createExportLink(context, "grant-applications", input),
  ),
  application: calls.application.handler(({ input, context: { db, admin } }) =>
    readApplicationDetails(db, admin.id, input.applicationId),
  ),
  document: calls.document.handler(({ input, context }) => readGrantDocument(context, input)),
  originalDocument: calls.originalDocument.handler(({ input, context }) => readOriginalDocument(context, input)),
  accountName: calls.accountName.handler(({ input, context: { db } }) => accountNameOf(db, input.applicationId)),
  decide: apiWithPreparation(prepareAccountNames).grant.decide.handler(({ input, context }) =>
    decideApplications(context, input, context.prepared),
  ),
  askApplicant: calls.askApplicant.handler(({ input, context }) => askApplicant(context, input)),
};
