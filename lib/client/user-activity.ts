/** Time in ms without key, click or scroll after which the page counts as idle. */
const IDLE_AFTER_MS = 5 * 60_000;
const ACTIVITY_EVENTS = ["keydown", "pointerdown", "wheel", "touchmove"] as const;

let lastActivity = Date.now();

if (typeof window !== "undefined")
  for (const eventName of ACTIVITY_EVENTS)
    window.addEventListener(
      eventName,
      () => {
        lastActivity = Date.now();
      },
      { capture: true, passive: true },
    );

/** Returns true if the page has been idle for five minutes. Background requests of an idle page do not extend the session. */
export const isUserIdle = () => Date.now() - lastActivity > IDLE_AFTER_MS;
