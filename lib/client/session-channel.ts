import type { Ending } from "@/lib/contract/auth.values";

/** Tabs of one browser share the cookie, so they tell each other when it comes and goes; and why, where the server said so. */
export type SessionNews = { is: "started" } | { is: "ended"; why?: Ending };

let channel: BroadcastChannel | undefined;

/** One for each tab: a channel does not hear itself, so a tab never follows its own news. */
function sharedChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel("cross-river-pay-session");
  return channel;
}

export const tellOtherTabs = (news: SessionNews): void => sharedChannel().postMessage(news);

/** @returns stops listening. */
export function onOtherTabs(hear: (news: SessionNews) => void): () => void {
  const onMessage = (event: MessageEvent<SessionNews>) => hear(event.data);
  const tabs = sharedChannel();
  tabs.addEventListener("message", onMessage);
  return () => tabs.removeEventListener("message", onMessage);
}
