"use client";

import { useSearchParams } from "next/navigation";
import { AnnouncementListScreen } from "./announcement-list-screen";
import { ContentCalendar } from "./content-calendar";

/** The list of announcements, or the calendar of all content: `?view=calendar`. */
export function AnnouncementViewsScreen() {
  return useSearchParams().get("view") === "calendar" ? <ContentCalendar /> : <AnnouncementListScreen />;
}
