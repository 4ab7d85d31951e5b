import type { Worker } from "@playwright/test";

/** The parts of a service worker's global scope that the functions below use; TypeScript's DOM types lack them. */
type WorkerScope = {
  registration: ServiceWorkerRegistration;
  clients: {
    openWindow: (url: string) => Promise<unknown>;
    matchAll: (options: { type: "window"; includeUncontrolled: boolean }) => Promise<readonly unknown[]>;
  };
  WindowClient: { prototype: { focus: () => Promise<unknown> } };
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
  dispatchEvent: (event: Event) => boolean;
  /** Number of displayed notifications; set by `startCountingNotifications`. */
  shown: number;
};

/**
 * Starts counting displayed notifications. Chromium loses a notification that is queried while it is being displayed,
 * so tests first wait for this count.
 */
export const startCountingNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const originalShow = scope.registration.showNotification.bind(scope.registration);
    scope.shown = 0;
    scope.registration.showNotification = async (...showArgs) => {
      await originalShow(...showArgs);
      scope.shown += 1;
    };
  });
export const countNotifications = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);

/** Returns the displayed notifications. */
export const readNotifications = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Returns the number of the app's open windows that the worker knows. */
export const countWindows = (worker: Worker) =>
  worker.evaluate(async () => {
    const { clients } = globalThis as unknown as WorkerScope;
    return (await clients.matchAll({ type: "window", includeUncontrolled: true })).length;
  });

/**
 * Simulates a click on the notification, because a headless browser shows none, and only a real click allows a worker
 * to open or focus a window. Dispatches the event and records the requested windows.
 */
export const clickNotification = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const focusedUrls: string[] = [];
    scope.clients.openWindow = async (url) => focusedUrls.push(`open ${url}`);
    scope.WindowClient.prototype.focus = async function (this: { url: string }) {
      focusedUrls.push(`focus ${new URL(this.url).pathname}`);
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error("There is no notification.");
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    for (let waitedMs = 0; !focusedUrls.length && waitedMs < 3_000; waitedMs += 50)
      await new Promise((resolveWait) => setTimeout(resolveWait, 50));
    return { asked: focusedUrls, left: (await scope.registration.getNotifications()).length };
  });
