"use client";

import { CheckboxField, TextAreaField, TextField } from "@/components/common/form/fields";
import { MoneyField, NumberField } from "@/components/common/form/number-fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import { LagosDateTimeField } from "@/components/record-editor/lagos-instant-field";
import { TICKET_TYPE_NAME_MAX, TICKET_TYPE_TEXT_MAX } from "@/lib/contract/event.values";
import type { TicketType } from "@/lib/contract/event-tickets";
import { createTicketTypeMutation, updateTicketTypeMutation } from "@/lib/queries/event-set-up";
import { TICKET_TYPE_DIFF_FIELDS } from "./ticket-type-words";

const loadCreationSchema = () => import("@/lib/contract/event-tickets").then((module) => module.ticketTypeCreation);
const loadUpdateSchema = () => import("@/lib/contract/event-tickets").then((module) => module.ticketTypeUpdate);

const EMPTY_TICKET_TYPE = {
  name: "",
  description: "",
  price: null,
  quantity: null,
  min_per_order: 1,
  max_per_order: 10,
  sales_from: null,
  sales_until: null,
  hidden: false,
};

type TicketTypeDialogProps = { eventId: string; type?: TicketType; onClose: () => void };

/** Adds or edits a ticket type. After an edit conflict it shows the current version and keeps the form. */
export function TicketTypeDialog({ eventId, type, onClose }: TicketTypeDialogProps) {
  return (
    <RecordDialog
      record={type}
      what="ticket type"
      size="lg"
      consequence={type && type.sold > 0 ? "Tickets that were sold keep the price that was paid." : undefined}
      draft={`event.ticketType:${type?.id ?? eventId}`}
      schemas={{ create: loadCreationSchema, update: loadUpdateSchema }}
      reference={({ id, version }) => ({ eventId, ticketTypeId: id, version })}
      fixed={() => ({ eventId })}
      values={(stored) =>
        stored
          ? {
              name: stored.name,
              description: stored.description,
              price: stored.price,
              quantity: stored.quantity,
              min_per_order: stored.min_per_order,
              max_per_order: stored.max_per_order,
              sales_from: stored.sales_from,
              sales_until: stored.sales_until,
              hidden: stored.hidden,
            }
          : EMPTY_TICKET_TYPE
      }
      facts={TICKET_TYPE_DIFF_FIELDS}
      create={createTicketTypeMutation}
      update={updateTicketTypeMutation}
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" maxLength={TICKET_TYPE_NAME_MAX} />
      <TextAreaField name="description" label="Description" optional max={TICKET_TYPE_TEXT_MAX} rows={2} />
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField name="price" label="Price in naira" hint="0 is free." />
        <NumberField name="quantity" label="Tickets" hint="How many can be sold." />
        <NumberField name="min_per_order" label="Minimum per order" />
        <NumberField name="max_per_order" label="Maximum per order" />
        <LagosDateTimeField
          name="sales_from"
          label="Sales start"
          hint="Lagos time. If empty: when the event goes live."
          optional
        />
        <LagosDateTimeField
          name="sales_until"
          label="Sales end"
          hint="Lagos time. If empty: when the event ends."
          optional
        />
      </div>
      <CheckboxField name="hidden" label="Hidden" hint="Citizens don't see it and can't order it." />
    </RecordDialog>
  );
}
