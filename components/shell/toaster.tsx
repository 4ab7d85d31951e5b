"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { type Toast, useToaster } from "react-hot-toast/headless";
import { toast as toasts } from "@/lib/client/toast";
import { ToastCard } from "./toast-card";

/** Specification section 9: what holds on the dashboard, and the general defaults elsewhere. */
const DASHBOARD = { limit: 8, place: "inset-x-4 top-4 items-center" };
const ELSEWHERE = { limit: 3, place: "inset-x-4 bottom-4 items-end" };
const DURATION = 4_000;

/** The newest stay; what is beyond the limit leaves. */
function useLimit(shown: readonly Toast[], limit: number) {
  useEffect(() => {
    for (const { id } of shown.slice(limit)) toasts.dismiss(id);
  }, [shown, limit]);
}

export function Toaster() {
  const { limit, place } = usePathname().startsWith("/dashboard") ? DASHBOARD : ELSEWHERE;
  const { toasts: all, handlers } = useToaster({
    duration: DURATION,
    success: { duration: DURATION },
    removeDelay: 150,
  });
  const shown = all.filter((toast) => toast.visible);
  useLimit(shown, limit);
  // The region stands from the first paint, so that screen readers announce what comes into it.
  return (
    <section
      data-toaster=""
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
      className={clsx("pointer-events-none fixed z-100 flex flex-col gap-3.5", place)}
    >
      {/* One that is said again comes in again, so that it is seen and read out. */}
      {all.slice(0, limit).map((toast) => (
        <ToastCard key={`${toast.id} ${toast.createdAt}`} toast={toast} onDismiss={() => toasts.dismiss(toast.id)} />
      ))}
    </section>
  );
}
