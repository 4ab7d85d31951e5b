/** Firebase's default scope: a path without pages, so that the worker never intercepts page requests. */
const WORKER_SCOPE = "/firebase-cloud-messaging-push-scope";
/** localStorage key of a digest of the session and its push token, which shows that the server has saved the token. */
export const SAVED_PUSH_DEVICE_KEY = "push-device";

/** Returns true if notifications are permitted; prompts the user if undecided (specification section 4). */
export async function requestPushPermission(): Promise<boolean> {
  if (!("Notification" in window && "serviceWorker" in navigator && "PushManager" in window)) return false;
  const permission = Notification.permission;
  return (permission === "default" ? await Notification.requestPermission() : permission) === "granted";
}

/** Registers the service worker that shows pushes, with its settings in the URL, and waits until it is active. */
export async function registerPushServiceWorker(settings: Record<string, string>): Promise<ServiceWorkerRegistration> {
  const url = `/firebase-messaging-sw.js?${new URLSearchParams(settings)}`;
  const registration = await navigator.serviceWorker.register(url, { scope: WORKER_SCOPE });
  const pendingWorker = registration.installing ?? registration.waiting;
  if (registration.active || !pendingWorker) return registration;
  await new Promise<void>((resolve, reject) => {
    pendingWorker.addEventListener("statechange", () => {
      if (pendingWorker.state === "activated") resolve();
      if (pendingWorker.state === "redundant") reject(new Error("The push worker could not be started."));
    });
  });
  return registration;
}

/**
 * Removes the push registration at logout, so that the next user gets no pushes. Unregistering the worker ends the
 * subscription immediately, even offline; Firebase's deleteToken needs the network.
 */
export async function unregisterPushDevice(): Promise<void> {
  localStorage.removeItem(SAVED_PUSH_DEVICE_KEY);
  const registration = await navigator.serviceWorker.getRegistration(WORKER_SCOPE);
  await registration?.unregister();
}
