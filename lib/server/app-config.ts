import "server-only";
import { appKeyCalls } from "./app-config/app-key-calls";
import { broadcastCalls } from "./app-config/broadcast-calls";
import { citizenCalls } from "./app-config/citizen-calls";
import { pictureAndAcceptanceCalls } from "./app-config/document-calls";
import { emergencyNumberCalls } from "./app-config/emergency-number-calls";
import { faqAndLegalEntryCalls } from "./app-config/entry-calls";
import { languageCalls } from "./app-config/language-calls";
import { webhookCalls } from "./app-config/webhook-calls";

/** Handlers of the `appConfig.*` calls. */
export const appConfigHandlers = {
  ...faqAndLegalEntryCalls,
  ...pictureAndAcceptanceCalls,
  ...languageCalls,
  ...emergencyNumberCalls,
  ...broadcastCalls,
  ...webhookCalls,
  ...appKeyCalls,
  ...citizenCalls,
};
