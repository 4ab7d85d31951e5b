import Cookies from "js-cookie";

/**
 * Waits up to 2 s until this tab reads the cookie's new value. Chromium may deliver a BroadcastChannel message before the cookie that
 * another tab set earlier; the tab would then use the old session. `lib/client/session.test.tsx` fails without it. Delete it when
 * Chromium delivers both in order.
 */
export async function waitForCookie(name: string, value: string): Promise<void> {
  for (let tries = 0; tries < 40 && Cookies.get(name) !== value; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
