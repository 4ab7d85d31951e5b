import { initializeApp } from "firebase/app";
import { getMessaging, getToken, isSupported, onMessage } from "firebase/messaging";
import { sessionToken } from "@/lib/client/session";
import type { PushConfig } from "@/lib/contract/push";
import { type PushMessage, parsePushMessage } from "./message";
import { registerPushServiceWorker, SAVED_PUSH_DEVICE_KEY } from "./registration";

type PushHandlers = { save: (token: string) => Promise<unknown>; show: (push: PushMessage) => void };

/**
 * Registers this browser for push and shows messages while the page is in the foreground; otherwise the service worker shows them. Loaded
 * only after permission is granted, because it includes Firebase.
 * @returns a function that stops showing messages
 */
export async function receivePushMessages(config: PushConfig, { save, show }: PushHandlers): Promise<() => void> {
  // Checks support first, because getMessaging throws an error that can't be caught.
  if (!(await isSupported())) throw new Error("This browser can't receive pushes.");
  const options = {
    apiKey: config.api_key,
    projectId: config.project_id,
    appId: config.app_id,
    messagingSenderId: config.messaging_sender_id,
  };
  const messaging = getMessaging(initializeApp(options));
  const serviceWorkerRegistration = await registerPushServiceWorker(options);
  const token = await getToken(messaging, { vapidKey: config.vapid_key, serviceWorkerRegistration });
  await saveOnce(token, save);
  return onMessage(messaging, ({ data }) => {
    const push = parsePushMessage(data);
    if (push) show(push);
  });
}

/** Saves the push token only if the token or the session is new: the server deletes a token when its session ends. */
async function saveOnce(token: string, save: PushHandlers["save"]): Promise<void> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${sessionToken()} ${token}`));
  const savedMark = btoa(String.fromCharCode(...new Uint8Array(digest)));
  if (localStorage.getItem(SAVED_PUSH_DEVICE_KEY) === savedMark) return;
  await save(token);
  localStorage.setItem(SAVED_PUSH_DEVICE_KEY, savedMark);
}
