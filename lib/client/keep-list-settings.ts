import { api } from "./api";
import { sessionToken } from "./session";

type ListSettings = Parameters<typeof api.savedViews.saveSettings>[0];

/** Delay in ms before settings are sent, so that several quick changes are sent in one request. */
const SEND_DELAY_MS = 600;

const pendingSettings = new Map<ListSettings["list"], { settings: ListSettings; token: string | undefined }>();
let sendTimer: ReturnType<typeof setTimeout> | undefined;
/**
 * Resolves when the last request has ended. The next request waits for the last one: otherwise an older request could arrive later and
 * overwrite newer settings.
 */
let lastRequest: Promise<unknown> = Promise.resolve();

/**
 * Saves columns or last filters of a list after a delay. The screen already shows the change. If saving fails, the next page load
 * shows the earlier settings.
 */
export function saveListSettingsLater(settings: ListSettings): void {
  const earlier = pendingSettings.get(settings.list)?.settings;
  pendingSettings.set(settings.list, { settings: { ...earlier, ...settings }, token: sessionToken() });
  clearTimeout(sendTimer);
  sendTimer = setTimeout(() => lastRequest.then(flushListSettings), SEND_DELAY_MS);
}

/** Sends pending settings immediately: before a logout, and when the page is left. */
export function flushListSettings(): void {
  clearTimeout(sendTimer);
  // Skips settings of an admin if another admin has signed in since, in another tab.
  const ownSettings = [...pendingSettings.values()].filter(({ token }) => token === sessionToken());
  pendingSettings.clear();
  lastRequest = Promise.allSettled([
    lastRequest,
    ...ownSettings.map(({ settings }) => api.savedViews.saveSettings(settings)),
  ]);
}
