import type { Worker } from "@playwright/test";

/** Global scope of a service worker, with the members used below. TypeScript's DOM types lack it. */
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
 * Starts to count displayed notifications. Tests wait for this count before `readNotifications`, because Chromium loses a notification that
 * is queried while it appears.
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

/** Returns the number of notifications displayed since `startCountingNotifications`. */
export const countNotifications = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);

/** Returns the displayed notifications. */
export const readNotifications = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Returns the number of the app's open windows, including those that the worker does not control. */
export const countWindows = (worker: Worker) =>
  worker.evaluate(async () => {
    const { clients } = globalThis as unknown as WorkerScope;
    return (await clients.matchAll({ type: "window", includeUncontrolled: true })).length;
  });

/**
 * Simulates a click on the displayed notification, and returns the windows that the worker tries to open or focus. A headless browser shows
 * no notifications, and only a real click permits opening windows.
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
