"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { setDraftOwner } from "@/lib/client/drafts";
import { forgetRecentRecords } from "@/lib/client/recent-records";
import { handleSessionEnd, setSignInOpener } from "@/lib/client/session";
import { onOtherTabsMessage } from "@/lib/client/session-channel";
import { meQuery } from "@/lib/queries/auth";

/** Synchronises the dashboard with the session cookie, which another tab may delete or replace by that of another admin. */
export function useSharedSession(me: { id: string; email: string } | undefined): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(
    () =>
      setSignInOpener((path) => {
        client.clear();
        router.replace(path);
      }),
    [client, router],
  );
  useEffect(
    () =>
      onOtherTabsMessage(async (message) => {
        if (message.is === "ended") return handleSessionEnd({ heardFromTab: true, why: message.why });
        // Cancels a pending request for the signed-in admin, because that request was sent with the old cookie.
        await client.cancelQueries({ queryKey: meQuery().queryKey });
        await client.invalidateQueries({ queryKey: meQuery().queryKey });
      }),
    [client],
  );
  const shownEmail = useRef<string>(undefined);
  useEffect(() => {
    if (!me) return;
    shownEmail.current ??= me.id;
    if (shownEmail.current === me.id) return setDraftOwner(me.email);
    // Another admin has signed in: reloads, so that no data of the previous admin stays on screen.
    forgetRecentRecords();
    window.location.reload();
  }, [me]);
}
