import { initializeApp } from "firebase/app";
import { getMessaging, onBackgroundMessage } from "firebase/messaging/sw";
import { isPageShownAtUrl, parsePushMessage } from "@/lib/client/push/message";

// Bundled into public/firebase-messaging-sw.js by `npm run build`. Reads its settings from its own URL.
declare const self: ServiceWorkerGlobalScope;

/** Focuses a window that shows the page, otherwise opens a new one: another window may contain a half-filled form. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => isPageShownAtUrl(url, path));
  await (there ? there.focus() : self.clients.openWindow(path));
}

// Registered before Firebase's listener, which handles only Firebase's own notifications and stops their events.
self.addEventListener("notificationclick", (event) => {
  // `data` is the push data of our notifications. In notifications displayed by Firebase, `data` is the whole message.
  const data = event.notification.data;
  const push = parsePushMessage(data?.FCM_MSG?.data ?? data);
  if (!push) return;
  event.stopImmediatePropagation();
  event.notification.close();
  event.waitUntil(open(push.path));
});

const messaging = getMessaging(initializeApp(Object.fromEntries(new URL(self.location.href).searchParams)));

onBackgroundMessage(messaging, async ({ data, notification }) => {
  const push = parsePushMessage(data);
  // Ignores a message that contains a notification, because Firebase has already shown it.
  if (!push || notification) return;
  await self.registration.showNotification(push.title, { body: push.body, tag: push.tag, data });
});
