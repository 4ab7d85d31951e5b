"use client";

import { EntryEditor } from "@/components/entry/entry-editor";
import { KINDS } from "@/components/entry/entry-kinds";
import { AnnouncementFields } from "./announcement-fields";

const WORDS = { back: { label: "Announcements", href: KINDS.announcements.listUrl } };

export function AnnouncementScreen({ entryId }: { entryId: string }) {
  return (
    <EntryEditor
      kind="announcements"
      entryId={entryId}
      words={WORDS}
      fields={(props) => <AnnouncementFields {...props} />}
    />
  );
}
