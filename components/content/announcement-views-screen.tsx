"use client";

import { useSearchParams } from "next/navigation";
import { AnnouncementListScreen } from "./announcement-list-screen";
import { ContentCalendar } from "./content-calendar";

/** Renders the list of announcements, or with `?view=calendar` the calendar of all content. */
export function AnnouncementViewsScreen() {
  return useSearchParams().get("view") === "calendar" ? <ContentCalendar /> : <AnnouncementListScreen />;
}
