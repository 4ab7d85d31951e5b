import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { storeApplicantAnswer } from "./answer-for-app";
import { readEligibility, submitApplication } from "./apply";
import { readApplicationForApp } from "./own-application";

const { grant: calls } = api;

/** Handlers of the calls with which citizens apply for grants in the app. */
export const grantAppHandlers = {
  eligibility: calls.eligibility.handler(({ input, context }) => readEligibility(context, input)),
  apply: calls.apply.handler(({ input, context }) => submitApplication(context, input)),
  applicationForApp: calls.applicationForApp.handler(({ input, context }) => readApplicationForApp(context, input)),
  answerForApp: calls.answerForApp.handler(({ input, context }) => storeApplicantAnswer(context, input)),
};
