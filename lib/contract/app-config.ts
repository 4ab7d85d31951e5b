import { z } from "zod";
import { appConfigRoutes as routes } from "./app-config.routes";
import { FAILED_FAQ_SEARCH_LIST, LEGAL_ACCEPTANCE_LIST } from "./app-config.values";
import { broadcastCalls } from "./app-config-broadcasts";
import { emergencyNumberCalls } from "./app-config-emergency-numbers";
import { appKeyCalls } from "./app-config-keys";
import { languageCalls } from "./app-config-languages";
import { webhookCalls } from "./app-config-webhooks";
import { endpoint, id, instant, listInput, listOf, pageOf, peoplePageOf, personRef, searchWords } from "./common";
import { declareContentEntryCalls, pictureCalls } from "./content-entries";
import { APP_CONFIG_KINDS, LEGAL_KINDS } from "./content-entries.values";
import { languageCode } from "./content-entries-drafts";
import { languageInput, publicLegalText, publicListOf, publicQuestion } from "./content-entries-public";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { FAQ_OR_LEGAL_NOUN } from "./record-kinds";

const legalKind = z.enum(LEGAL_KINDS, `Use one of: ${LEGAL_KINDS.join(", ")}.`);
const legalVersionNumber = z.int().min(1).max(100_000);

const faqMiss = z.object({
  id: z.string(),
  query: z.string(),
  language: z.string(),
  times: z.int(),
  last_at: instant,
});
/** A citizen's search in the FAQ without a result. */
export type FailedFaqSearch = z.infer<typeof faqMiss>;

const acceptanceList = listInput(LEGAL_ACCEPTANCE_LIST).extend({ kind: legalKind });
const acceptance = z.object({
  user: personRef,
  /** The citizen's phone number; null if the caller's rights do not include it. */
  phone: z.string().nullable(),
  number: z.int(),
  accepted_at: instant,
});
/** A citizen's acceptance of a version of the terms or the privacy policy. */
export type LegalAcceptance = z.infer<typeof acceptance>;
const acceptanceStat = z.object({
  number: z.int(),
  /** `accepted`: number of citizens who accepted this version. `of`: number of accounts that are not closed. */
  accepted: z.int(),
  of: z.int(),
});
/** How many citizens accepted one version of a legal document. */
export type LegalAcceptanceStat = z.infer<typeof acceptanceStat>;

/** A document that a citizen accepted or still has to accept. */
const ownAcceptance = z.object({
  kind: legalKind,
  number: z.int(),
  accepted_at: instant.nullable(),
  /** True if the app must ask for acceptance: the citizen accepted no version that is still binding. */
  required: z.boolean(),
});

/** All calls of App Configurations, with descriptions and schemas. */
export const appConfigCalls = {
  ...declareContentEntryCalls(routes, APP_CONFIG_KINDS, FAQ_OR_LEGAL_NOUN),
  ...languageCalls,
  ...emergencyNumberCalls,
  ...broadcastCalls,
  ...webhookCalls,
  ...appKeyCalls,
  ...pictureCalls(routes, "app configuration"),
  faqMisses: endpoint(routes.faqMisses, {
    summary: "Searches of citizens in the FAQ without a result",
    input: listInput(FAILED_FAQ_SEARCH_LIST).extend({ language: languageCode.optional() }),
    output: pageOf(faqMiss),
  }),
  deleteFaqMiss: endpoint(routes.deleteFaqMiss, {
    summary: "Remove a search from that list",
    done: "Removed a search without a result",
    input: z.strictObject({ missId: id }),
    output: z.object({ id: z.string() }),
  }),
  acceptances: endpoint(routes.acceptances, {
    summary: "Citizens who accepted a version of the terms or privacy policy",
    input: acceptanceList,
    output: peoplePageOf(acceptance),
  }),
  exportAcceptances: endpoint(routes.exportAcceptances, {
    summary: "Make a link that downloads the citizens who accepted a version",
    done: "Exported the acceptances of a version",
    input: acceptanceList.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  acceptanceStats: endpoint(routes.acceptanceStats, {
    summary: "Number and share of citizens who accepted each version of the terms or privacy policy",
    input: z.strictObject({ kind: legalKind }),
    output: listOf(acceptanceStat),
  }),
  publicFaq: endpoint(routes.publicFaq, {
    summary: "FAQ questions and answers in their order",
    input: z.strictObject(languageInput),
    output: publicListOf(publicQuestion),
  }),
  publicTerms: endpoint(routes.publicTerms, {
    summary: "The terms in force, and the next version",
    input: z.strictObject(languageInput),
    output: publicLegalText,
  }),
  publicPrivacy: endpoint(routes.publicPrivacy, {
    summary: "The privacy policy in force, and the next version",
    input: z.strictObject(languageInput),
    output: publicLegalText,
  }),
  searchFaq: endpoint(routes.searchFaq, {
    summary: "Search the FAQ; searches without a result are stored without a name",
    done: "Searched the FAQ in the app",
    input: z.strictObject({ q: searchWords(200, 1), ...languageInput }),
    output: listOf(publicQuestion),
  }),
  voteFaq: endpoint(routes.voteFaq, {
    summary: "Rate an FAQ answer as helpful or not",
    done: "Voted on an answer in the app",
    input: z.strictObject({ entryId: id, user_id: id, helpful: z.boolean() }),
    output: z.object({ helpful: z.boolean() }),
  }),
  acceptancesForApp: endpoint(routes.acceptancesForApp, {
    summary: "Versions that a citizen accepted, and those still to accept",
    input: z.strictObject({ user_id: id }),
    output: listOf(ownAcceptance),
  }),
  accept: endpoint(routes.accept, {
    summary: "Accept a version of the terms or privacy policy",
    done: "Accepted a version in the app",
    input: z.strictObject({ user_id: id, kind: legalKind, number: legalVersionNumber }),
    output: z.object({ kind: legalKind, number: z.int(), accepted_at: instant }),
  }),
};
