import type { Worker } from "@playwright/test";

/** What the functions below use of a service worker's world, which TypeScript knows only apart from a page's. */
type Scope = {
  registration: ServiceWorkerRegistration;
  clients: {
    openWindow: (url: string) => Promise<unknown>;
    matchAll: (options: { type: "window"; includeUncontrolled: boolean }) => Promise<readonly unknown[]>;
  };
  WindowClient: { prototype: { focus: () => Promise<unknown> } };
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
  dispatchEvent: (event: Event) => boolean;
  /** Of countShown. */
  shown: number;
};

/**
 * Counts the notifications that have been shown, from now on. Chromium forgets one that is asked for while it is on its way
 * to the screen: nobody is to ask before it is there.
 */
export const countShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope;
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.shown = 0;
    scope.registration.showNotification = async (...given) => {
      await show(...given);
      scope.shown += 1;
    };
  });
export const shownBy = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Scope).shown);

/** The notifications that stand on the person's screen. */
export const notificationsOf = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** How many windows of the app are open, as the worker knows it. */
export const windowsOf = (worker: Worker) =>
  worker.evaluate(async () => {
    const { clients } = globalThis as unknown as Scope;
    return (await clients.matchAll({ type: "window", includeUncontrolled: true })).length;
  });

/**
 * Clicks the notification. Nobody can press one of a headless browser, and only a real press lets a worker open or focus
 * a window: the event is made here, and what the worker then asks of the browser is noted down instead of done.
 */
export const click = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as Scope;
    const asked: string[] = [];
    scope.clients.openWindow = async (url) => asked.push(`open ${url}`);
    scope.WindowClient.prototype.focus = async function (this: { url: string }) {
      asked.push(`focus ${new URL(this.url).pathname}`);
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error("There is no notification.");
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    for (let waited = 0; !asked.length && waited < 3_000; waited += 50)
      await new Promise((done) => setTimeout(done, 50));
    return { asked, left: (await scope.registration.getNotifications()).length };
  });
