"use client";

import { useSearchParams } from "next/navigation";
import { lazy, Suspense } from "react";
import { AnnouncementListScreen } from "./announcement-list-screen";

const ContentCalendar = lazy(() =>
  import("./content-calendar").then((module) => ({ default: module.ContentCalendar })),
);

/** Renders the list of announcements, or with `?view=calendar` the calendar of all content. */
export function AnnouncementListOrCalendar() {
  if (useSearchParams().get("view") !== "calendar") return <AnnouncementListScreen />;
  return (
    <Suspense>
      <ContentCalendar />
    </Suspense>
  );
}
