import { needs } from "./access";
import { entryRoutes } from "./entries.routes";
import { BODY_MAX, route } from "./route";

const feature = "App Configurations";
const read = needs(feature, "read");
const create = needs(feature, "create");
const update = needs(feature, "update");
const remove = needs(feature, "delete");

/** FAQ, terms and privacy beside what every entry has. */
const documents = {
  upload: route("POST", "/app-config/images", update, "Send one JPEG, PNG or WebP, up to 10 MB", {
    upload: true,
    timeout: 120_000,
  }),
  image: route("GET", "/app-config/images/{imageId}", read, "A picture of a draft or publication, in one width", {
    file: true,
    timeout: 60_000,
  }),
  images: route("GET", "/app-config/images", read, "Pictures by their ids: size, weight and a small picture of each"),
  faqMisses: route("GET", "/app-config/faq-misses", read, "What citizens searched for in the FAQ without a hit"),
  deleteFaqMiss: route("DELETE", "/app-config/faq-misses/{missId}", update, "Remove a search from that list"),
  acceptances: route("GET", "/app-config/acceptances", read, "Who accepted a version of the terms or privacy policy"),
  exportAcceptances: route(
    "POST",
    "/app-config/acceptances/export",
    needs(feature, "export"),
    "Make a link that downloads who accepted a version",
    { secret: true },
  ),
  acceptanceStats: route(
    "GET",
    "/app-config/acceptance-stats",
    read,
    "How many of how many accepted each version of the terms or privacy policy",
  ),
};

const languages = {
  languages: route("GET", "/app-config/languages", read, "Languages of the app with their progress"),
  createLanguage: route("POST", "/app-config/languages", create, "Add a language"),
  updateLanguage: route("PATCH", "/app-config/languages/{code}", update, "Rename a language or change its direction"),
  deleteLanguage: route("DELETE", "/app-config/languages/{code}", remove, "Delete a language without texts"),
  texts: route("GET", "/app-config/language-texts", read, "Rows of the grid: keys with their texts in every language"),
  createKey: route("POST", "/app-config/language-keys", create, "Add a key with its English text"),
  updateKey: route("PATCH", "/app-config/language-keys/{keyId}", update, "Change a key's name or note"),
  deleteKey: route("DELETE", "/app-config/language-keys/{keyId}", remove, "Delete a key with its texts"),
  saveText: route("PATCH", "/app-config/language-keys/{keyId}/texts/{code}", update, "Save the text of one cell"),
  saveTexts: route("POST", "/app-config/languages/{code}/texts", update, "Save texts of one language, each by itself", {
    timeout: 60_000,
    body: BODY_MAX,
  }),
  previewImport: route(
    "POST",
    "/app-config/languages/{code}/import-preview",
    update,
    "What a file of texts would add, change and break",
    { reads: true, timeout: 60_000, body: BODY_MAX },
  ),
  importTexts: route("POST", "/app-config/languages/{code}/import", update, "Take a file of texts over", {
    timeout: 60_000,
    body: BODY_MAX,
  }),
  exportTexts: route(
    "GET",
    "/app-config/languages/{code}/export",
    needs(feature, "export"),
    "The texts of one language as JSON",
    { file: true, timeout: 60_000 },
  ),
};

const emergencyNumbers = {
  emergencyNumbers: route("GET", "/app-config/emergency-numbers", read, "Emergency numbers in their order"),
  createEmergencyNumber: route("POST", "/app-config/emergency-numbers", create, "Add an emergency number"),
  updateEmergencyNumber: route(
    "PATCH",
    "/app-config/emergency-numbers/{numberId}",
    update,
    "Change an emergency number",
  ),
  verifyEmergencyNumber: route(
    "POST",
    "/app-config/emergency-numbers/{numberId}/verification",
    update,
    "Note that a number was called today and answered",
  ),
  orderEmergencyNumbers: route(
    "POST",
    "/app-config/emergency-numbers/order",
    update,
    "Put the emergency numbers in order",
    { body: 262_144 },
  ),
  deleteEmergencyNumber: route(
    "DELETE",
    "/app-config/emergency-numbers/{numberId}",
    remove,
    "Delete an emergency number",
  ),
};

const broadcasts = {
  broadcasts: route("GET", "/app-config/broadcasts", read, "Notifications to citizens with their state and results"),
  broadcast: route("GET", "/app-config/broadcasts/{broadcastId}", read, "One notification with its progress"),
  createBroadcast: route("POST", "/app-config/broadcasts", create, "Create a draft of a notification"),
  saveBroadcast: route("PATCH", "/app-config/broadcasts/{broadcastId}", update, "Change a draft"),
  deleteBroadcast: route("DELETE", "/app-config/broadcasts/{broadcastId}", remove, "Delete a draft"),
  countAudience: route("POST", "/app-config/broadcasts/audience", read, "How many people and devices an audience has", {
    reads: true,
  }),
  testBroadcast: route("POST", "/app-config/broadcasts/{broadcastId}/test", update, "Send a draft to my own devices"),
  sendBroadcast: route(
    "POST",
    "/app-config/broadcasts/{broadcastId}/sending",
    update,
    "Send now or at a time; a second admin approves above an audience that a setting names",
  ),
  pauseBroadcast: route(
    "PATCH",
    "/app-config/broadcasts/{broadcastId}/pause",
    update,
    "Pause while it sends, or go on",
  ),
  cancelBroadcast: route(
    "PATCH",
    "/app-config/broadcasts/{broadcastId}/cancellation",
    update,
    "Cancel what is not sent yet",
  ),
  resendUnknown: route(
    "POST",
    "/app-config/broadcasts/{broadcastId}/unknown",
    update,
    "Send again to devices of which a crash left unknown whether they heard it",
  ),
};

/** Calls of the citizen app's server, and what anyone may read. */
const citizens = {
  publicFaq: route("GET", "/public/faq", "public", "Questions and answers in their order"),
  publicTerms: route("GET", "/public/terms", "public", "The terms that hold now, and what comes next"),
  publicPrivacy: route("GET", "/public/privacy", "public", "The privacy policy that holds now, and what comes next"),
  publicLanguages: route("GET", "/public/languages", "public", "Languages of the app"),
  publicBundle: route("GET", "/public/languages/{file}", "public", "All texts of one language, `efi.json`"),
  publicEmergencyNumbers: route("GET", "/public/emergency-numbers", "public", "Emergency numbers in their order"),
  searchFaq: route("POST", "/app/faq/searches", "app", "Search the FAQ; what finds nothing is noted without a name"),
  voteFaq: route("POST", "/app/faq/{entryId}/votes", "app", "Say whether an answer was helpful"),
  acceptancesForApp: route("GET", "/app/acceptances", "app", "What a citizen accepted, and has to accept"),
  accept: route("POST", "/app/acceptances", "app", "Accept a version of the terms or privacy policy"),
  reportKeys: route("POST", "/app/languages/keys", "app", "Which keys a release of the app uses", { body: BODY_MAX }),
  openBroadcast: route("POST", "/app/broadcasts/{broadcastId}/opens", "app", "Note that a citizen opened it"),
};

export const appConfigRoutes = {
  ...entryRoutes("/app-config", feature),
  ...documents,
  ...languages,
  ...emergencyNumbers,
  ...broadcasts,
  ...citizens,
};
