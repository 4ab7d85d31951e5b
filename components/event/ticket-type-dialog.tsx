"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { WhatChanged } from "@/components/common/form/current-version";
import { CheckboxField, TextAreaField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useNewer } from "@/components/common/form/use-newer";
import { forgetDraft } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import { TICKET_TYPE_NAME_MAX, TICKET_TYPE_TEXT_MAX } from "@/lib/contract/event.values";
import type { TicketType } from "@/lib/contract/event-tickets";
import { formatMoney } from "@/lib/format";
import {
  createTicketTypeMutation,
  type TicketTypeInput,
  type TicketTypeUpdateInput,
  updateTicketTypeMutation,
} from "@/lib/queries/event-set-up";
import { TicketTypeTimeField } from "./ticket-type-time-field";
import { TYPE_FACTS } from "./ticket-type-words";

type Values = TicketTypeInput & Partial<Pick<TicketTypeUpdateInput, "ticketTypeId" | "version">>;
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
export function TicketTypeDialog({ eventId, type: now, onClose }: TicketTypeDialogProps) {
  const { base, newer, keep } = useNewer(now);
  const [key] = useState(newIdempotencyKey);
  const create = useMutation(createTicketTypeMutation(key));
  const update = useMutation(updateTicketTypeMutation());
  const latest = newer ?? base;
  const draft = `event.ticketType:${base?.id ?? eventId}`;
  const send = async (input: Values) => {
    if (latest) await update.mutateAsync({ ...input, ticketTypeId: latest.id, version: latest.version }).catch(keep);
    else await create.mutateAsync(input);
    toast.success(`${input.name} is saved.`);
  };
  return (
    <FormDialog<Values>
      open
      onOpenChange={() => {
        forgetDraft(draft);
        onClose();
      }}
      title={base ? `Change ${base.name}` : "New ticket type"}
      size="lg"
      consequence={base && base.sold > 0 ? "Tickets that were sold keep the price that was paid." : undefined}
      submitLabel={newer ? "Overwrite" : "Save"}
      schema={base ? loadUpdate : loadCreation}
      fixed={{ eventId, ...(latest && { ticketTypeId: latest.id, version: latest.version }) }}
      draft={draft}
      defaultValues={
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
      onSubmit={send}
    >
      {base && newer && <WhatChanged facts={TYPE_FACTS} base={base} newer={newer} />}
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
    </FormDialog>
  );
}
