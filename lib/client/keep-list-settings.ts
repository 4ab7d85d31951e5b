import { api } from "./api";
import { sessionToken } from "./session";

type ListSettings = Parameters<typeof api.savedViews.saveSettings>[0];

/** Delay in ms before settings are sent, so that ticking several boxes is one request. */
const SEND_DELAY_MS = 600;

const pendingSettings = new Map<ListSettings["list"], { settings: ListSettings; token: string | undefined }>();
let sendTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Saves columns or last filters of a list after a delay. The screen already shows the change; if saving fails, it is lost later.
 */
export function saveListSettingsLater(settings: ListSettings): void {
  const earlier = pendingSettings.get(settings.list)?.settings;
  pendingSettings.set(settings.list, { settings: { ...earlier, ...settings }, token: sessionToken() });
  clearTimeout(sendTimer);
  sendTimer = setTimeout(flushListSettings, SEND_DELAY_MS);
}

/** Sends pending settings immediately: before a logout, and when the page is left. */
export function flushListSettings(): void {
  clearTimeout(sendTimer);
  // Skips settings of an admin if another one has signed in since, in another tab.
  for (const { settings, token } of pendingSettings.values())
    if (token === sessionToken()) api.savedViews.saveSettings(settings).catch(() => {});
  pendingSettings.clear();
}
