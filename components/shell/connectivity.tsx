"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { useOnline } from "@/lib/client/connectivity";
import { toast } from "@/lib/client/toast";

const OFFLINE_TOAST = "offline";

/**
 * The one page that works without the network: people stand at the gate, their tickets are on the phone. It says by
 * itself that it is offline; the overlay would stop what it is there for.
 */
const WORKS_OFFLINE = /^\/dashboard\/event-management\/events\/[^/]+\/check-in$/;

/** Specification section 4: what is below the overlay stays mounted, so nothing that was typed is lost. */
export function Connectivity() {
  const isOnline = useOnline();
  const worksOffline = WORKS_OFFLINE.test(usePathname());
  const covered = !isOnline && !worksOffline;
  const wasOffline = useRef(false);

  useEffect(() => {
    if (covered) {
      wasOffline.current = true;
      const focused = document.activeElement;
      const below = document.querySelectorAll("#app, #modalRoot");
      for (const element of below) element.toggleAttribute("inert", true);
      toast.dismiss();
      toast.error("No internet connection. Please check your network and try again.", {
        id: OFFLINE_TOAST,
        duration: Number.POSITIVE_INFINITY,
      });
      return () => {
        for (const element of below) element.removeAttribute("inert");
        if (focused instanceof HTMLElement) focused.focus();
      };
    }
    if (!wasOffline.current) return;
    wasOffline.current = false;
    toast.dismiss(OFFLINE_TOAST);
    // Or the page that works offline was gone back to.
    if (isOnline) toast.success("You are back online");
  }, [covered, isOnline]);

  return covered ? <div data-offline-overlay="" className="fixed inset-0 z-90 animate-appear bg-black/70" /> : null;
}
