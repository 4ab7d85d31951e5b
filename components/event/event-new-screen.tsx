"use client";

import { TextField } from "@/components/common/form/fields";
import { NewRecordScreen } from "@/components/entry/new-record-screen";
import { EVENT_TITLE_MAX } from "@/lib/contract/event.values";
import { routes } from "@/lib/contract/routes";
import { createEventMutation } from "@/lib/queries/event";
import { useMay } from "@/lib/queries/rp";
import { EVENTS_OVERVIEW_URL, EVENTS_URL } from "./event-urls";

const loadForm = () => import("@/lib/contract/event").then((module) => module.eventCreation);

/** Defaults of the fields that are edited on the draft's own page. */
const EMPTY = {
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

/** Creates an event with its title. The other details are edited on the draft's page. */
export function EventNewScreen() {
  const mayCreate = useMay(routes.event.create);
  return (
    <NewRecordScreen
      type="event"
      title="New event"
      breadcrumbs={[
        { label: "Events", href: EVENTS_OVERVIEW_URL },
        { label: "All events", href: EVENTS_URL },
      ]}
      mayCreate={mayCreate}
      refusal="You can read events, but you don't have the right to create one."
      schema={loadForm}
      empty={EMPTY}
      draft="event.new"
      defaultValues={{ title: "" }}
      create={createEventMutation}
    >
      <TextField
        name="title"
        label="Title"
        hint="It becomes a draft that nobody sees. You add dates, venue and tickets next."
        autoComplete="off"
        maxLength={EVENT_TITLE_MAX}
      />
    </NewRecordScreen>
  );
}
