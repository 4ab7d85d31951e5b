"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { TabLinks } from "@/components/common/tab-links";
import { RecordMissingFields } from "@/components/record-editor/missing-fields";
import { useGoToField } from "@/components/record-editor/use-go-to-field";
import { eventQuery } from "@/lib/queries/event";
import { describeEventAction } from "./change-log-words";
import { EventActions } from "./event-actions";
import { EventSalesFigures } from "./event-figures";
import { EventForm } from "./event-form";
import {
  type EventTab,
  eventTabOfField,
  eventTabUrl,
  formatPlaceAndTime,
  MISSING_FIELDS_DOM_ID,
  parseEventTab,
} from "./event-screen-words";
import { EventCancellationStatus } from "./event-status";
import { EVENTS_OVERVIEW_URL, EVENTS_URL } from "./event-urls";
import { TicketTypeList } from "./ticket-type-list";

const TAB_LABELS: Record<EventTab, string> = {
  details: "Details",
  tickets: "Ticket types",
  figures: "Figures",
  activity: "Activity",
};

/** Renders one event, with the open tab in the URL. */
export function EventScreen({ eventId }: { eventId: string }) {
  const [isDeleted, setIsDeleted] = useState(false);
  const { data: event } = useQuery({
    ...eventQuery(eventId),
    enabled: !isDeleted,
    throwOnError: (_, query) => !query.state.data,
  });
  const tab = parseEventTab(useSearchParams().get("tab"));
  const [wereDetailsOpened, setWereDetailsOpened] = useState(false);
  if (tab === "details" && !wereDetailsOpened) setWereDetailsOpened(true);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const goTo = useGoToField({ tab, tabOfField: eventTabOfField, urlOf: (each) => eventTabUrl(eventId, each) });
  if (!event) return null;
  return (
    <>
      <PageHeader
        title={event.title}
        breadcrumbs={[
          { label: "Events", href: EVENTS_OVERVIEW_URL },
          { label: "All events", href: EVENTS_URL },
        ]}
        badge={<StatusBadge status={event.state} />}
        description={formatPlaceAndTime(event)}
        actions={<EventActions event={event} unsaved={isUnsaved} onDelete={setIsDeleted} />}
      />
      {event.state === "draft" && (
        <RecordMissingFields
          id={MISSING_FIELDS_DOM_ID}
          title="Before it can go live"
          missing={event.missing}
          onGoTo={goTo}
        />
      )}
      <EventCancellationStatus event={event} />
      <TabLinks
        label={`Parts of ${event.title}`}
        tabs={(Object.keys(TAB_LABELS) as EventTab[]).map((each) => ({
          label: TAB_LABELS[each],
          href: eventTabUrl(eventId, each),
        }))}
        current={eventTabUrl(eventId, tab)}
      />
      {/* Stays mounted after the first visit, so that typed values survive switching tabs. */}
      {(tab === "details" || wereDetailsOpened) && (
        <div hidden={tab !== "details"}>
          <EventForm event={event} onDirty={setIsUnsaved} />
        </div>
      )}
      {tab === "tickets" && <TicketTypeList event={event} />}
      {tab === "figures" && !isDeleted && <EventSalesFigures event={event} />}
      {tab === "activity" && <HistoryCard title="Change log" entries={event.timeline} wordsOf={describeEventAction} />}
    </>
  );
}
