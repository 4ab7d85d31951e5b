import { initializeApp } from "firebase/app";
import { getMessaging, onBackgroundMessage } from "firebase/messaging/sw";
import { readPush } from "@/lib/client/push/message";

// Bundled into public/firebase-messaging-sw.js by `npm run build`; knows its settings from its own address.
declare const self: ServiceWorkerGlobalScope;

/** A window that shows the page already is focused; any other may hold a form that somebody is filling in. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}

// Before Firebase's own listener, which leaves out notifications that are not from its console.
self.addEventListener("notificationclick", (event) => {
  // Ours carries the push's data; one that the sender had Firebase show carries the whole message.
  const data = event.notification.data;
  const push = readPush(data?.FCM_MSG?.data ?? data);
  if (!push) return;
  event.stopImmediatePropagation();
  event.notification.close();
  event.waitUntil(open(push.path));
});

const messaging = getMessaging(initializeApp(Object.fromEntries(new URL(self.location.href).searchParams)));

onBackgroundMessage(messaging, async ({ data, notification }) => {
  const push = readPush(data);
  // With a notification of the sender's Firebase has shown that one.
  if (!push || notification) return;
  await self.registration.showNotification(push.title, { body: push.body, tag: push.path, data });
});
