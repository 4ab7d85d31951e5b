"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { PageHeader } from "@/components/common/page-header";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { EVENT_TITLE_MAX } from "@/lib/contract/event.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { createEventMutation, type EventInput } from "@/lib/queries/event";
import { useMay } from "@/lib/queries/rp";
import { EVENTS_OVERVIEW_URL, EVENTS_URL } from "./event-urls";

const loadForm = () => import("@/lib/contract/event").then((module) => module.eventCreation);

/** All else is filled in on the draft's own page. */
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

/** A new event begins with its title; the rest stands on the page of the draft. */
export function EventNewScreen() {
  const router = useRouter();
  const mayCreate = useMay(routes.event.create);
  const [key] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation(createEventMutation(key));
  return (
    <>
      <PageHeader
        title="New event"
        breadcrumbs={[
          { label: "Events", href: EVENTS_OVERVIEW_URL },
          { label: "All events", href: EVENTS_URL },
        ]}
      />
      {mayCreate ? (
        <Card className="max-w-2xl p-5">
          <Form<EventInput>
            schema={loadForm}
            fixed={EMPTY}
            draft="event.new"
            defaultValues={{ title: "" }}
            onSubmit={async (input) => {
              const made = await mutateAsync(input);
              router.replace(recordUrl("event", made.id));
            }}
          >
            <TextField
              name="title"
              label="Title"
              hint="It becomes a draft that nobody sees. You add dates, venue and tickets next."
              autoComplete="off"
              maxLength={EVENT_TITLE_MAX}
            />
            <div className="flex justify-end">
              <SubmitButton>Create draft</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : (
        <Alert>You can read events, but you don't have the right to create one.</Alert>
      )}
    </>
  );
}
