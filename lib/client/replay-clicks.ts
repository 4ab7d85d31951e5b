/** Event that bubbles from the clicked element once the app has received the click. */
export const CLICK_HANDLED = "press-heard";

/**
 * Repeats a click made before hydration. It runs as inline script text, so it must not use anything outside. On a slow line,
 * buttons are visible seconds before their scripts load. The last clicked button is clicked again until the app has received it,
 * for 10 s at most. Until then its form is not submitted by the browser. The app receives a click completely or not at all, so no
 * action runs twice.
 */
export function replayClicksBeforeHydration(heard: string): void {
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
  addEventListener(heard, ({ target }) => {
    if (button?.contains(target as Node)) button = null;
  });
}
