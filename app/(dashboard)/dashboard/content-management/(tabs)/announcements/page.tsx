import type { Metadata } from "next";
import { daysShownInMonthCalendar, parseMonth } from "@/components/common/calendar/month";
import { AnnouncementListOrCalendar } from "@/components/content/announcement-views-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { ANNOUNCEMENT_LIST } from "@/lib/contract/content-entries.values";
import { publicationCalendarQuery } from "@/lib/queries/content";
import { contentEntriesQuery } from "@/lib/queries/content-entries";

export const metadata: Metadata = { title: "Announcements" };

export default async function AnnouncementsPage({
  searchParams,
}: PageProps<"/dashboard/content-management/announcements">) {
  await requireAccess("content");
  const search = await searchParams;
  const days = daysShownInMonthCalendar(parseMonth(search.month, Date.now()));
  const query =
    search.view === "calendar"
      ? publicationCalendarQuery(days[0] ?? "", days.at(-1) ?? "")
      : contentEntriesQuery("announcements", toApiInput(await readListState(ANNOUNCEMENT_LIST, search)));
  return (
    <PrefetchQueries queries={[query]}>
      <AnnouncementListOrCalendar />
    </PrefetchQueries>
  );
}
