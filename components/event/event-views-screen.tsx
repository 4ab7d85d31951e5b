"use client";

import { useSearchParams } from "next/navigation";
import { EventCalendar } from "./event-calendar";
import { EventListScreen } from "./event-list-screen";

/** The list of events, or their calendar: `?view=calendar`. */
export function EventViewsScreen() {
  return useSearchParams().get("view") === "calendar" ? <EventCalendar /> : <EventListScreen />;
}
