import { api } from "./api";
import { sessionToken } from "./session";

type Settings = Parameters<typeof api.savedViews.saveSettings>[0];

/** Delay in ms before settings are sent, so that ticking several boxes is one request. */
const SEND_DELAY_MS = 600;

const pending = new Map<Settings["list"], { settings: Settings; token: string | undefined }>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Saves columns or last filters of a list soon. The screen shows the change already; if saving fails, only the memory of it is lost. */
export function keepListSettings(settings: Settings): void {
  const earlier = pending.get(settings.list)?.settings;
  pending.set(settings.list, { settings: { ...earlier, ...settings }, token: sessionToken() });
  clearTimeout(timer);
  timer = setTimeout(sendListSettings, SEND_DELAY_MS);
}

/** Sends pending settings immediately: before a logout, and when the page is left. */
export function sendListSettings(): void {
  clearTimeout(timer);
  // Another admin may have signed in since, in another tab.
  for (const { settings, token } of pending.values())
    if (token === sessionToken()) api.savedViews.saveSettings(settings).catch(() => {});
  pending.clear();
}
