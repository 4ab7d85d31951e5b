"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { useOnline } from "@/lib/client/connectivity";
import { toast } from "@/lib/client/toast";

const OFFLINE_TOAST = "offline";

/** Pages that the offline overlay must not cover: check-in works offline, and shows its own message. */
const OFFLINE_PAGES = /^\/dashboard\/event-management\/events\/[^/]+\/check-in$/;

/** Covers the page while offline (specification section 4). The page stays mounted, so that typed text is kept. */
export function OfflineOverlay() {
  const isOnline = useOnline();
  const worksOffline = OFFLINE_PAGES.test(usePathname());
  const isCovered = !isOnline && !worksOffline;
  const wasOffline = useRef(false);

  useEffect(() => {
    if (isCovered) {
      wasOffline.current = true;
      const focusedElement = document.activeElement;
      const coveredElements = document.querySelectorAll("#app, #modalRoot");
      for (const element of coveredElements) element.toggleAttribute("inert", true);
      toast.dismiss();
      toast.error("No internet connection. Please check your network and try again.", {
        id: OFFLINE_TOAST,
        duration: Number.POSITIVE_INFINITY,
      });
      return () => {
        for (const element of coveredElements) element.removeAttribute("inert");
        if (focusedElement instanceof HTMLElement) focusedElement.focus();
      };
    }
    if (!wasOffline.current) return;
    wasOffline.current = false;
    toast.dismiss(OFFLINE_TOAST);
    // Shows no toast if the overlay disappeared only because the user opened the page that works offline.
    if (isOnline) toast.success("You are back online");
  }, [isCovered, isOnline]);

  return isCovered ? <div data-offline-overlay="" className="fixed inset-0 z-90 animate-appear bg-black/70" /> : null;
}
