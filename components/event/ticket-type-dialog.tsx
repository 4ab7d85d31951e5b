"use client";

import { CheckboxField, TextAreaField, TextField } from "@/components/common/form/fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import { TICKET_TYPE_NAME_MAX, TICKET_TYPE_TEXT_MAX } from "@/lib/contract/event.values";
import type { TicketType } from "@/lib/contract/event-tickets";
import { formatMoney } from "@/lib/format";
import { createTicketTypeMutation, updateTicketTypeMutation } from "@/lib/queries/event-set-up";
import { TicketTypeTimeField } from "./ticket-type-time-field";
import { TYPE_FACTS } from "./ticket-type-words";

const load = (which: "ticketTypeForm" | "ticketTypeUpdateForm") => () =>
  import("@/lib/contract/event-tickets").then((module) => module[which]);
const loadCreation = load("ticketTypeForm");
const loadUpdate = load("ticketTypeUpdateForm");

const EMPTY = {
  name: "",
  description: "",
  price: "",
  quantity: "",
  min_per_order: "1",
  max_per_order: "10",
  sales_from: null,
  sales_until: null,
  hidden: false,
};

type TicketTypeDialogProps = { eventId: string; type?: TicketType; onClose: () => void };

/**
 * Adds a ticket type, or changes one. When somebody else was faster, it shows what they changed, keeps everything typed
 * here, and saves over theirs only after that was shown.
 */
export function TicketTypeDialog({ eventId, type, onClose }: TicketTypeDialogProps) {
  return (
    <RecordDialog
      record={type}
      what="ticket type"
      size="lg"
      consequence={type && type.sold > 0 ? "Tickets that were sold keep the price that was paid." : undefined}
      draft={`event.ticketType:${type?.id ?? eventId}`}
      schemas={{ create: loadCreation, update: loadUpdate }}
      reference={({ id }) => ({ ticketTypeId: id })}
      fixed={{ eventId }}
      values={(base) =>
        base
          ? {
              name: base.name,
              description: base.description,
              price: formatMoney(base.price, ""),
              quantity: String(base.quantity),
              min_per_order: String(base.min_per_order),
              max_per_order: String(base.max_per_order),
              sales_from: base.sales_from,
              sales_until: base.sales_until,
              hidden: base.hidden,
            }
          : EMPTY
      }
      facts={TYPE_FACTS}
      create={createTicketTypeMutation}
      update={updateTicketTypeMutation}
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" maxLength={TICKET_TYPE_NAME_MAX} />
      <TextAreaField name="description" label="Description" optional max={TICKET_TYPE_TEXT_MAX} rows={2} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="price" label="Price in naira" hint="0 is free." inputMode="decimal" autoComplete="off" />
        <TextField
          name="quantity"
          label="Tickets"
          hint="How many can be sold."
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField name="min_per_order" label="Minimum per order" inputMode="numeric" autoComplete="off" />
        <TextField name="max_per_order" label="Maximum per order" inputMode="numeric" autoComplete="off" />
        <TicketTypeTimeField
          name="sales_from"
          label="Sales start"
          hint="Lagos time. If empty: when the event goes live."
        />
        <TicketTypeTimeField name="sales_until" label="Sales end" hint="Lagos time. If empty: when the event ends." />
      </div>
      <CheckboxField name="hidden" label="Hidden" hint="Citizens don't see it and can't order it." />
    </RecordDialog>
  );
}
