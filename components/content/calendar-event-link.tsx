import { clsx } from "clsx";
import { FreeText } from "@/components/common/free-text";
import { CONTENT_ENTRY_KIND_INFO, contentEntryUrl } from "@/components/content-entry/content-entry-kinds";
import { HoverLink } from "@/components/ui/hover-link";
import type { PublicationCalendarItem } from "@/lib/contract/content-entries";
import { recordUrl } from "@/lib/contract/records";
import { formatTime } from "@/lib/format";
import type { PublicationCalendarEvent } from "./calendar-items";

const kindName = (kind: PublicationCalendarItem["kind"]) =>
  kind === "broadcasts" ? "notification" : CONTENT_ENTRY_KIND_INFO[kind].one;
const toUrl = ({ kind, id }: PublicationCalendarItem) =>
  kind === "broadcasts" ? recordUrl("broadcast", id) : contentEntryUrl(kind, id);

/** Describes an event of the content calendar, such as "Announcement goes live". */
export function describeCalendarEvent({ item, what }: PublicationCalendarEvent): string {
  const kind = kindName(item.kind);
  const name = kind[0]?.toUpperCase() + kind.slice(1);
  if (what === "ends") return `${name} ${item.state === "expired" ? "ended" : "ends"}`;
  if (item.kind === "broadcasts") return `${name} ${item.state === "sent" ? "sent" : "goes out"}`;
  return `${name} ${item.state === "scheduled" ? "goes live" : "went live"}`;
}

/** Renders one event of the content calendar as a link to its record: time, description and title. */
export function CalendarEventLink({ event }: { event: PublicationCalendarEvent }) {
  const { item, what, at } = event;
  return (
    <HoverLink
      href={toUrl(item)}
      className={clsx(
        "block rounded-md border-l-3 bg-sunken px-2 py-1 text-sm leading-snug hover:underline",
        what === "ends" ? "border-control" : item.state === "scheduled" ? "border-info" : "border-primary",
      )}
    >
      <span className="block text-muted text-xs tabular-nums">
        {formatTime(at)} {describeCalendarEvent(event)}
      </span>
      <FreeText className="line-clamp-2 font-medium">{item.title || "Untitled"}</FreeText>
    </HoverLink>
  );
}
