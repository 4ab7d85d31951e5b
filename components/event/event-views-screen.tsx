"use client";

import { useSearchParams } from "next/navigation";
import { lazy, Suspense } from "react";
import { EventListScreen } from "./event-list-screen";

const EventCalendar = lazy(() => import("./event-calendar").then((module) => ({ default: module.EventCalendar })));

/** Renders the list of events, or with `?view=calendar` their calendar. */
export function EventListOrCalendar() {
  if (useSearchParams().get("view") !== "calendar") return <EventListScreen />;
  return (
    <Suspense>
      <EventCalendar />
    </Suspense>
  );
}
