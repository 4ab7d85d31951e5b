"use client";

import { NewRecordScreen } from "@/components/record-editor/new-record-screen";
import { EVENT_TITLE_MAX } from "@/lib/contract/event.values";
import { routes } from "@/lib/contract/routes";
import { createEventMutation } from "@/lib/queries/event";
import { EVENTS_OVERVIEW_URL, EVENTS_URL } from "./event-urls";

const loadCreationSchema = () => import("@/lib/contract/event").then((module) => module.eventCreation);

const EMPTY_EVENT = {
  description: null,
  category_id: null,
  venue: "",
  lga: null,
  lat: null,
  lng: null,
  starts_at: null,
  ends_at: null,
  cover_image_id: null,
  organiser: "",
  capacity: null,
};

/** Creates an event from its title, the only field. */
export const EventNewScreen = () => (
  <NewRecordScreen
    type="event"
    what="event"
    refusal="You can read events, but you don't have the right to create one."
    breadcrumbs={[
      { label: "Events", href: EVENTS_OVERVIEW_URL },
      { label: "All events", href: EVENTS_URL },
    ]}
    route={routes.event.create}
    schema={loadCreationSchema}
    nameField={{
      name: "title",
      label: "Title",
      hint: "It becomes a draft that nobody sees. You add dates, venue and tickets next.",
      maxLength: EVENT_TITLE_MAX,
    }}
    emptyValues={EMPTY_EVENT}
    create={createEventMutation}
  />
);
