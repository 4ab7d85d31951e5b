"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { Card } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { BroadcastListScreen } from "./broadcast-list-screen";

const AppKeyScreen = lazyWithPreload(() => import("./app-key-screen"), "AppKeyScreen");
const WebhookScreen = lazyWithPreload(() => import("./webhook-screen"), "WebhookScreen");

/**
 * Renders notifications to citizens, or with `?view=` the webhooks (`webhooks`) or API keys (`app-keys`) of the citizen apps'
 * servers.
 */
export function NotificationTabContent() {
  const view = useSearchParams().get("view");
  if (view !== "webhooks" && view !== "app-keys") return <BroadcastListScreen />;
  return (
    <Suspense
      fallback={
        <Card className="p-5">
          <Skeleton className="h-40" />
        </Card>
      }
    >
      {view === "webhooks" ? <WebhookScreen /> : <AppKeyScreen />}
    </Suspense>
  );
}
