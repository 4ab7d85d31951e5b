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
    done: "Uploaded a picture for app configuration",
    upload: true,
    timeout: 120_000,
  }),
  image: route("GET", "/app-config/images/{imageId}", read, "A picture of a draft or publication, in one width", {
    file: true,
    timeout: 60_000,
  }),
  images: route("GET", "/app-config/images", read, "Pictures by their ids: size, weight and a small picture of each"),
  faqMisses: route("GET", "/app-config/faq-misses", read, "What citizens searched for in the FAQ without a hit"),
  deleteFaqMiss: route("DELETE", "/app-config/faq-misses/{missId}", update, "Remove a search from that list", {
    done: "Removed a search without a hit",
  }),
  acceptances: route("GET", "/app-config/acceptances", read, "Who accepted a version of the terms or privacy policy"),
  exportAcceptances: route(
    "POST",
    "/app-config/acceptances/export",
    needs(feature, "export"),
    "Make a link that downloads who accepted a version",
    { done: "Exported who accepted a version", secret: true },
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
  createLanguage: route("POST", "/app-config/languages", create, "Add a language", { done: "Added a language" }),
  updateLanguage: route("PATCH", "/app-config/languages/{code}", update, "Rename a language or change its direction", {
    done: "Changed a language",
  }),
  deleteLanguage: route("DELETE", "/app-config/languages/{code}", remove, "Delete a language without texts", {
    done: "Deleted a language",
  }),
  texts: route("GET", "/app-config/language-texts", read, "Rows of the grid: keys with their texts in every language"),
  createKey: route("POST", "/app-config/language-keys", create, "Add a key with its English text", {
    done: "Added a text of the app",
  }),
  updateKey: route("PATCH", "/app-config/language-keys/{keyId}", update, "Change a key's name or note", {
    done: "Changed the name or note of a text of the app",
  }),
  deleteKey: route("DELETE", "/app-config/language-keys/{keyId}", remove, "Delete a key with its texts", {
    done: "Deleted a text of the app",
  }),
  saveText: route("PATCH", "/app-config/language-keys/{keyId}/texts/{code}", update, "Save the text of one cell", {
    done: "Changed a text of the app",
  }),
  saveTexts: route("POST", "/app-config/languages/{code}/texts", update, "Save texts of one language, each by itself", {
    done: "Changed texts of the app",
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
    done: "Imported texts of the app",
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
  createEmergencyNumber: route("POST", "/app-config/emergency-numbers", create, "Add an emergency number", {
    done: "Added an emergency number",
  }),
  updateEmergencyNumber: route(
    "PATCH",
    "/app-config/emergency-numbers/{numberId}",
    update,
    "Change an emergency number",
    { done: "Changed an emergency number" },
  ),
  exportEmergencyNumbers: route(
    "POST",
    "/app-config/emergency-numbers/export",
    needs(feature, "export"),
    "Make a link that downloads the emergency numbers",
    { done: "Exported emergency numbers", secret: true },
  ),
  verifyEmergencyNumber: route(
    "POST",
    "/app-config/emergency-numbers/{numberId}/verification",
    update,
    "Note that a number was called today and answered",
    { done: "Verified an emergency number" },
  ),
  orderEmergencyNumbers: route(
    "POST",
    "/app-config/emergency-numbers/order",
    update,
    "Put the emergency numbers in order",
    { done: "Changed the order of emergency numbers", body: 262_144 },
  ),
  deleteEmergencyNumber: route(
    "DELETE",
    "/app-config/emergency-numbers/{numberId}",
    remove,
    "Delete an emergency number",
    { done: "Deleted an emergency number" },
  ),
};

const broadcasts = {
  broadcasts: route("GET", "/app-config/broadcasts", read, "Notifications to citizens with their state and results"),
  broadcast: route("GET", "/app-config/broadcasts/{broadcastId}", read, "One notification with its progress"),
  createBroadcast: route("POST", "/app-config/broadcasts", create, "Create a draft of a notification", {
    done: "Drafted a notification",
  }),
  saveBroadcast: route("PATCH", "/app-config/broadcasts/{broadcastId}", update, "Change a draft", {
    done: "Changed a notification's draft",
  }),
  deleteBroadcast: route("DELETE", "/app-config/broadcasts/{broadcastId}", remove, "Delete a draft", {
    done: "Deleted a notification's draft",
  }),
  countAudience: route("POST", "/app-config/broadcasts/audience", read, "How many people and devices an audience has", {
    reads: true,
  }),
  testBroadcast: route("POST", "/app-config/broadcasts/{broadcastId}/test", update, "Send a draft to my own devices", {
    done: "Tested a notification",
  }),
  sendBroadcast: route(
    "POST",
    "/app-config/broadcasts/{broadcastId}/sending",
    update,
    "Send now or at a time; a second admin approves above an audience that a setting names",
    { done: "Sent or scheduled a notification" },
  ),
  pauseBroadcast: route(
    "PATCH",
    "/app-config/broadcasts/{broadcastId}/pause",
    update,
    "Pause while it sends, or go on",
    { done: "Paused or resumed a notification" },
  ),
  cancelBroadcast: route(
    "PATCH",
    "/app-config/broadcasts/{broadcastId}/cancellation",
    update,
    "Cancel what is not sent yet",
    { done: "Cancelled a notification" },
  ),
  resendUnknown: route(
    "POST",
    "/app-config/broadcasts/{broadcastId}/unknown",
    update,
    "Send again to devices of which a crash left unknown whether they heard it",
    { done: "Sent a notification again to unknown devices" },
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
  searchFaq: route("POST", "/app/faq/searches", "app", "Search the FAQ; what finds nothing is noted without a name", {
    done: "Searched the FAQ in the app",
  }),
  voteFaq: route("POST", "/app/faq/{entryId}/votes", "app", "Say whether an answer was helpful", {
    done: "Voted on an answer in the app",
  }),
  acceptancesForApp: route("GET", "/app/acceptances", "app", "What a citizen accepted, and has to accept"),
  accept: route("POST", "/app/acceptances", "app", "Accept a version of the terms or privacy policy", {
    done: "Accepted a version in the app",
  }),
  reportKeys: route("POST", "/app/languages/keys", "app", "Which keys a release of the app uses", {
    done: "Reported which texts the app uses",
    body: BODY_MAX,
  }),
  openBroadcast: route("POST", "/app/broadcasts/{broadcastId}/opens", "app", "Note that a citizen opened it", {
    done: "Opened a notification in the app",
  }),
};

export const appConfigRoutes = {
  ...entryRoutes("/app-config", feature, "an FAQ question or legal text"),
  ...documents,
  ...languages,
  ...emergencyNumbers,
  ...broadcasts,
  ...citizens,
};
