"use client";

import { EntryEditor } from "@/components/entry/entry-editor";
import { ENTRY_KIND_INFO } from "@/components/entry/entry-kinds";
import { AnnouncementFields } from "./announcement-fields";

const SCREEN_TEXTS = { back: { label: "Announcements", href: ENTRY_KIND_INFO.announcements.listUrl } };

/** Renders the editor of one announcement. */
export function AnnouncementScreen({ entryId }: { entryId: string }) {
  return (
    <EntryEditor
      kind="announcements"
      entryId={entryId}
      words={SCREEN_TEXTS}
      fields={(props) => <AnnouncementFields {...props} />}
    />
  );
}
