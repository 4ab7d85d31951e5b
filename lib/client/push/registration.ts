/** Firebase's own scope: a path without pages, so the worker never comes between a page and the server. */
const WORKER_SCOPE = "/firebase-cloud-messaging-push-scope";
/** Which token was saved for which session, as a digest that tells neither. */
export const SAVED_KEY = "push-device";

/** Specification section 4: the permission is asked for while it is undecided. */
export async function isPushAllowed(): Promise<boolean> {
  if (!("Notification" in window && "serviceWorker" in navigator && "PushManager" in window)) return false;
  const permission = Notification.permission;
  return (permission === "default" ? await Notification.requestPermission() : permission) === "granted";
}

/** The worker reads its settings from its own address. Subscribing fails until it is active, hence the wait. */
export async function registerWorker(settings: Record<string, string>): Promise<ServiceWorkerRegistration> {
  const url = `/firebase-messaging-sw.js?${new URLSearchParams(settings)}`;
  const registration = await navigator.serviceWorker.register(url, { scope: WORKER_SCOPE });
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return registration;
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve();
      if (coming.state === "redundant") reject(new Error("The push worker could not be started."));
    });
  });
  return registration;
}

/**
 * On logout nothing is left that would push to the next person. Taking the worker away ends its subscription at once
 * and without the network, which Firebase's deleteToken would wait for; the server drops the token with the session.
 */
export async function forgetDevice(): Promise<void> {
  localStorage.removeItem(SAVED_KEY);
  const registration = await navigator.serviceWorker.getRegistration(WORKER_SCOPE);
  await registration?.unregister();
}
