import "server-only";
import { appKeyHandlers } from "./app-config/app-key-calls";
import { broadcastHandlers } from "./app-config/broadcast-calls";
import { appConfigCitizenHandlers } from "./app-config/citizen-calls";
import { faqAndLegalContentEntryHandlers } from "./app-config/content-entry-calls";
import { pictureAndAcceptanceHandlers } from "./app-config/document-calls";
import { emergencyNumberHandlers } from "./app-config/emergency-number-calls";
import { languageHandlers } from "./app-config/language-calls";
import { webhookHandlers } from "./app-config/webhook-calls";

/** Handlers of the `appConfig.*` calls. */
export const appConfigHandlers = {
  ...faqAndLegalContentEntryHandlers,
  ...pictureAndAcceptanceHandlers,
  ...languageHandlers,
  ...emergencyNumberHandlers,
  ...broadcastHandlers,
  ...webhookHandlers,
  ...appKeyHandlers,
  ...appConfigCitizenHandlers,
};
