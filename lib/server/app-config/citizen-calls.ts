import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { publicLegal, publicList } from "@/lib/server/content-entries/public-lists";
import { acceptLegalVersion, legalAcceptancesOf } from "./acceptances";
import { searchFaq, voteFaq } from "./faq-searches";

const { appConfig: calls } = api;

/** Handlers of the calls with which the citizen app and the public read the FAQ and legal texts. */
export const appConfigCitizenHandlers = {
  publicFaq: calls.publicFaq.handler(({ input, context: { db } }) => publicList(db, "faq", input.language)),
  publicTerms: calls.publicTerms.handler(({ input, context: { db } }) => publicLegal(db, "terms", input.language)),
  publicPrivacy: calls.publicPrivacy.handler(({ input, context: { db } }) =>
    publicLegal(db, "privacy", input.language),
  ),
  searchFaq: calls.searchFaq.handler(({ input, context }) => searchFaq(context, input)),
  voteFaq: calls.voteFaq.handler(({ input, context }) => voteFaq(context, input)),
  acceptancesForApp: calls.acceptancesForApp.handler(({ input, context }) =>
    legalAcceptancesOf(context, input.user_id),
  ),
  accept: calls.accept.handler(({ input, context }) => acceptLegalVersion(context, input)),
};
