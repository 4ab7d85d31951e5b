import "server-only";
import { appKeyCalls } from "./app-config/app-key-calls";
import { broadcastCalls } from "./app-config/broadcast-calls";
import { citizenCalls } from "./app-config/citizen-calls";
import { faqAndLegalContentEntryCalls } from "./app-config/content-entry-calls";
import { pictureAndAcceptanceCalls } from "./app-config/document-calls";
import { emergencyNumberCalls } from "./app-config/emergency-number-calls";
import { languageCalls } from "./app-config/language-calls";
import { webhookCalls } from "./app-config/webhook-calls";

/** Handlers of the `appConfig.*` calls. */
export const appConfigHandlers = {
  ...faqAndLegalContentEntryCalls,
  ...pictureAndAcceptanceCalls,
  ...languageCalls,
  ...emergencyNumberCalls,
  ...broadcastCalls,
  ...webhookCalls,
  ...appKeyCalls,
  ...citizenCalls,
};
