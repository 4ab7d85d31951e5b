import Cookies from "js-cookie";
import type { Ending } from "@/lib/contract/auth.values";
import { SESSION_COOKIE } from "@/lib/session";

/** Tabs of one browser share the cookie, so they tell each other when it comes and goes; and why, where the server said so. */
export type SessionNews = { is: "started"; token: string } | { is: "ended"; why?: Ending };

let channel: BroadcastChannel | undefined;

/** One for each tab: a channel does not hear itself, so a tab never follows its own news. */
function sharedChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel("cross-river-pay-session");
  return channel;
}

export const tellOtherTabs = (news: SessionNews): void => sharedChannel().postMessage(news);

/** @returns stops listening. */
export function onOtherTabs(hear: (news: SessionNews) => void): () => void {
  const onMessage = async ({ data }: MessageEvent<SessionNews>) => {
    if (data.is === "started") await waitForCookie(data.token);
    hear(data);
  };
  const tabs = sharedChannel();
  tabs.addEventListener("message", onMessage);
  return () => tabs.removeEventListener("message", onMessage);
}

/** Waits until this tab reads the new cookie, at most 2 s: Chromium can deliver the message before the cookie. */
async function waitForCookie(token: string): Promise<void> {
  for (let tries = 0; tries < 40 && Cookies.get(SESSION_COOKIE) !== token; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
