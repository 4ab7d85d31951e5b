/** The event that bubbles from what was pressed once the app has heard of it. */
export const HEARD = "press-heard";

/**
 * Runs in the page before everything else, as text: it may use nothing from outside. On a slow line buttons are on the
 * screen seconds before the scripts that serve them. The last button pressed until then is pressed again until the app
 * has heard it, for ten seconds at most; its form is not sent by the browser in the meantime. The app hears a press whole or
 * not at all, so nothing is done twice.
 */
export function keepEarlyPress(heard: string): void {
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
