"use client";

import { useSearchParams } from "next/navigation";
import { EventCalendar } from "./event-calendar";
import { EventListScreen } from "./event-list-screen";

/** Renders the list of events, or with `?view=calendar` their calendar. */
export function EventViewsScreen() {
  return useSearchParams().get("view") === "calendar" ? <EventCalendar /> : <EventListScreen />;
}
