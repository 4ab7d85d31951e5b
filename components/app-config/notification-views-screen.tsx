"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { Card } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { BroadcastListScreen } from "./broadcast-list-screen";

const WebhookScreen = lazyWithPreload(() => import("./webhook-screen"), "WebhookScreen");

/** Shows notifications to citizens, or, with `?view=webhooks`, events for the citizen app's server. */
export function NotificationViewsScreen() {
  const isWebhooks = useSearchParams().get("view") === "webhooks";
  if (!isWebhooks) return <BroadcastListScreen />;
  return (
    <Suspense
      fallback={
        <Card className="p-5">
          <Skeleton className="h-40" />
        </Card>
      }
    >
      <WebhookScreen />
    </Suspense>
  );
}
