import { accessPoliciesOf } from "./access";
import { contentEntryRoutes } from "./content-entries.routes";
import { MAX_BODY_BYTES, route } from "./route";

const feature = "App Configurations";
const { read, create, update, remove, approve, exporting } = accessPoliciesOf(feature);

/** Routes for FAQ, terms and privacy policy, in addition to `contentEntryRoutes`, which every kind of content entry has. */
const documentRoutes = {
  upload: route("POST", "/app-config/images", update, { upload: true, timeout: 120_000 }),
  image: route("GET", "/app-config/images/{imageId}", read, { file: true, timeout: 60_000 }),
  images: route("GET", "/app-config/images", read),
  faqMisses: route("GET", "/app-config/faq-misses", read, { replica: true }),
  deleteFaqMiss: route("DELETE", "/app-config/faq-misses/{missId}", update),
  acceptances: route("GET", "/app-config/acceptances", read, { replica: true }),
  exportAcceptances: route("POST", "/app-config/acceptances/export", exporting, {
    secret: true,
    proof: true,
    personal: ["acceptance.name", "acceptance.phone"],
  }),
  acceptanceStats: route("GET", "/app-config/acceptance-stats", read, { replica: true }),
};

const languageRoutes = {
  languages: route("GET", "/app-config/languages", read),
  createLanguage: route("POST", "/app-config/languages", create),
  updateLanguage: route("PATCH", "/app-config/languages/{code}", update),
  deleteLanguage: route("DELETE", "/app-config/languages/{code}", remove),
  texts: route("GET", "/app-config/language-texts", read, { replica: true }),
  createKey: route("POST", "/app-config/language-keys", create),
  updateKey: route("PATCH", "/app-config/language-keys/{keyId}", update),
  deleteKey: route("DELETE", "/app-config/language-keys/{keyId}", remove),
  saveText: route("PATCH", "/app-config/language-keys/{keyId}/texts/{code}", update),
  saveTexts: route("POST", "/app-config/languages/{code}/texts", update, { timeout: 60_000, body: MAX_BODY_BYTES }),
  previewImport: route("POST", "/app-config/languages/{code}/import-preview", update, {
    reads: true,
    timeout: 60_000,
    body: MAX_BODY_BYTES,
  }),
  importTexts: route("POST", "/app-config/languages/{code}/import", update, { timeout: 60_000, body: MAX_BODY_BYTES }),
  exportTexts: route("GET", "/app-config/languages/{code}/export", exporting, {
    file: true,
    timeout: 60_000,
  }),
};

const emergencyNumberRoutes = {
  emergencyNumbers: route("GET", "/app-config/emergency-numbers", read),
  createEmergencyNumber: route("POST", "/app-config/emergency-numbers", create),
  updateEmergencyNumber: route("PATCH", "/app-config/emergency-numbers/{numberId}", update),
  exportEmergencyNumbers: route("POST", "/app-config/emergency-numbers/export", exporting, {
    secret: true,
  }),
  verifyEmergencyNumber: route("POST", "/app-config/emergency-numbers/{numberId}/verification", update),
  orderEmergencyNumbers: route("POST", "/app-config/emergency-numbers/order", update, { body: 262_144 }),
  deleteEmergencyNumber: route("DELETE", "/app-config/emergency-numbers/{numberId}", remove),
};

const broadcastRoutes = {
  broadcasts: route("GET", "/app-config/broadcasts", read, { replica: true }),
  broadcast: route("GET", "/app-config/broadcasts/{broadcastId}", read),
  createBroadcast: route("POST", "/app-config/broadcasts", create),
  saveBroadcast: route("PATCH", "/app-config/broadcasts/{broadcastId}", update),
  deleteBroadcast: route("DELETE", "/app-config/broadcasts/{broadcastId}", remove),
  countAudience: route("POST", "/app-config/broadcasts/audience", read, { reads: true }),
  testBroadcast: route("POST", "/app-config/broadcasts/{broadcastId}/test", update),
  sendBroadcast: route("POST", "/app-config/broadcasts/{broadcastId}/sending", update),
  pauseBroadcast: route("PATCH", "/app-config/broadcasts/{broadcastId}/pause", update),
  cancelBroadcast: route("PATCH", "/app-config/broadcasts/{broadcastId}/cancellation", update),
  resendUnknown: route("POST", "/app-config/broadcasts/{broadcastId}/unknown", update),
};

const endpointPath = "/app-config/webhook-endpoints/{endpointId}" as const;
const webhookRoutes = {
  webhookEndpoints: route("GET", "/app-config/webhook-endpoints", read),
  createWebhookEndpoint: route("POST", "/app-config/webhook-endpoints", update, {
    secret: true,
    once: true,
    proof: true,
  }),
  updateWebhookEndpoint: route("PATCH", endpointPath, update, { proof: true }),
  deleteWebhookEndpoint: route("DELETE", endpointPath, update),
  rotateWebhookSecret: route("POST", `${endpointPath}/secret`, update, { secret: true, once: true, proof: true }),
  testWebhookEndpoint: route("POST", `${endpointPath}/test`, update),
  failedWebhooks: route("GET", `${endpointPath}/failed`, read),
  replayFailedWebhooks: route("POST", `${endpointPath}/replay`, update),
  cancelWebhookReplay: route("DELETE", `${endpointPath}/replay`, update),
  webhookDeliveries: route("GET", "/app-config/webhook-deliveries", read, { replica: true }),
  replayWebhook: route("POST", "/app-config/webhook-deliveries/{deliveryId}/replay", update),
};

const appKeyPath = "/app-config/app-keys/{appKeyId}" as const;
/** Routes for app keys. Creating a key, or allowing it more calls, needs a sensitive right, because a key can move money. */
const appKeyRoutes = {
  appKeys: route("GET", "/app-config/app-keys", read),
  createAppKey: route("POST", "/app-config/app-keys", approve, { secret: true, once: true, proof: true }),
  updateAppKey: route("PATCH", appKeyPath, approve, { proof: true }),
  rotateAppKey: route("POST", `${appKeyPath}/rotation`, approve, { secret: true, once: true, proof: true }),
  endAppKey: route("POST", `${appKeyPath}/ending`, update),
};

/** Routes for the citizen app's server, and public routes. */
const citizenAppRoutes = {
  publicFaq: route("GET", "/public/faq", "public"),
  publicTerms: route("GET", "/public/terms", "public"),
  publicPrivacy: route("GET", "/public/privacy", "public"),
  publicLanguages: route("GET", "/public/languages", "public"),
  publicBundle: route("GET", "/public/languages/{file}", "public"),
  publicEmergencyNumbers: route("GET", "/public/emergency-numbers", "public"),
  searchFaq: route("POST", "/app/faq/searches", "app"),
  voteFaq: route("POST", "/app/faq/{entryId}/votes", "app"),
  acceptancesForApp: route("GET", "/app/acceptances", "app"),
  accept: route("POST", "/app/acceptances", "app"),
  reportKeys: route("POST", "/app/languages/keys", "app", { body: MAX_BODY_BYTES }),
  openBroadcast: route("POST", "/app/broadcasts/{broadcastId}/opens", "app"),
};

/** Method, path and policy of the calls of App Configurations. */
export const appConfigRoutes = {
  ...contentEntryRoutes("/app-config", feature),
  ...documentRoutes,
  ...languageRoutes,
  ...emergencyNumberRoutes,
  ...broadcastRoutes,
  ...webhookRoutes,
  ...appKeyRoutes,
  ...citizenAppRoutes,
};
