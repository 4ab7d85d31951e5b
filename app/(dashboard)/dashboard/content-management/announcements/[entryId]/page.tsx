import type { Metadata } from "next";
import { AnnouncementScreen } from "@/components/content/announcement-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { audienceGroupsQuery, contentEntryQuery, publicLanguagesQuery } from "@/lib/queries/content-entries";

export const metadata: Metadata = { title: "Announcement" };

export default async function AnnouncementPage({
  params,
}: PageProps<"/dashboard/content-management/announcements/[entryId]">) {
  await requireAccess("content");
  const { entryId } = await params;
  return (
    <PrefetchQueries
      required={contentEntryQuery("announcements", entryId)}
      queries={[publicLanguagesQuery(), audienceGroupsQuery("announcements")]}
    >
      <AnnouncementScreen entryId={entryId} />
    </PrefetchQueries>
  );
}
