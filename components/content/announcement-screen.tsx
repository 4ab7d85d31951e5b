"use client";

import { ContentEntryEditor } from "@/components/content-entry/content-entry-editor";
import { CONTENT_ENTRY_KIND_INFO } from "@/components/content-entry/content-entry-kinds";
import { AnnouncementFields } from "./announcement-fields";

const SCREEN_TEXTS = { back: { label: "Announcements", href: CONTENT_ENTRY_KIND_INFO.announcements.listUrl } };

/** Renders the editor of one announcement. */
export function AnnouncementScreen({ entryId }: { entryId: string }) {
  return (
    <ContentEntryEditor
      kind="announcements"
      entryId={entryId}
      words={SCREEN_TEXTS}
      fields={(props) => <AnnouncementFields {...props} />}
    />
  );
}
