import type { SessionEndReason } from "@/lib/contract/auth.values";
import { SESSION_COOKIE } from "@/lib/session";
import { waitForCookie } from "./workarounds/wait-for-cookie";

/** Message to other tabs, which share the session cookie: a session started or ended. `why`: the server's reason for the end. */
export type SessionMessage = { is: "started"; token: string } | { is: "ended"; why?: SessionEndReason };

let channel: BroadcastChannel | undefined;

/** Returns the tab's channel for session messages. A channel does not receive its own messages. */
function sharedChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel("cross-river-pay-session");
  return channel;
}

/** Sends a session message to all other tabs of this browser. */
export const notifyOtherTabs = (sessionMessage: SessionMessage): void => sharedChannel().postMessage(sessionMessage);

/** Calls `onSession` when another tab starts or ends a session. @returns a function that removes the listener */
export function onOtherTabsMessage(onSession: (sessionMessage: SessionMessage) => void): () => void {
  const onMessage = async ({ data }: MessageEvent<SessionMessage>) => {
    if (data.is === "started") await waitForCookie(SESSION_COOKIE, data.token);
    onSession(data);
  };
  const tabChannel = sharedChannel();
  tabChannel.addEventListener("message", onMessage);
  return () => tabChannel.removeEventListener("message", onMessage);
}
