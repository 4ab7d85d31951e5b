/** Event that bubbles from the clicked element once React has handled the click. */
export const CLICK_HANDLED_EVENT = "click-handled";

/**
 * Repeats the last click made before hydration, because React 19.3 replays no clicks. On a slow line, buttons are visible seconds
 * before their scripts load, and a click on them does nothing. Clicks again until React has received the click, for 10 s at most.
 * React receives a click completely or not at all, so no action runs twice. Until then the browser does not submit the form.
 *
 * Runs as inline script text, so it must not use anything outside. `e2e/early-press.spec.ts` fails without it. Delete it when React
 * replays clicks made before hydration.
 */
export function replayClicksBeforeHydration(handled: string): void {
  let button: HTMLElement | null = null;
  let until = 0;
  const again = () => {
    if (!button?.isConnected || Date.now() > until) button = null;
    button?.click();
    if (button) setTimeout(again, 50);
  };
  addEventListener(
    "click",
    ({ isTrusted, target }) => {
      const pressed = isTrusted && target instanceof Element && target.closest<HTMLElement>("#app button");
      if (!pressed) return;
      if (!button) setTimeout(again);
      button = pressed;
      until = Date.now() + 10_000;
    },
    true,
  );
  addEventListener("submit", (event) => button && event.preventDefault(), true);
  addEventListener(handled, ({ target }) => {
    if (button?.contains(target as Node)) button = null;
  });
}
