"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { EmptyListState } from "@/components/common/states";
import { SortableList } from "@/components/common/table/sortable-list";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { DraftFieldAnchor } from "@/components/record-editor/draft-field";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { EventDetails } from "@/lib/contract/event";
import { TICKET_TYPES_MAX } from "@/lib/contract/event.values";
import type { TicketType } from "@/lib/contract/event-tickets";
import { routes } from "@/lib/contract/routes";
import { deleteTicketTypeMutation, orderTicketTypesMutation } from "@/lib/queries/event-set-up";
import { useAccess } from "@/lib/queries/rp";
import { ticketTypesLockReasonOf } from "./event-lock-reasons";
import { EventSeatsBar } from "./event-seats-bar";
import { TicketTypeRow } from "./ticket-type-row";

const TicketTypeDialog = lazyWithPreload(() => import("./ticket-type-dialog"), "TicketTypeDialog");

/** Lists the ticket types of an event in the order of the app. */
export function TicketTypeList({ event }: { event: EventDetails }) {
  const { id: eventId, ticket_types: types } = event;
  const mayChange = useAccess(routes.event.updateTicketType);
  const lockReason = ticketTypesLockReasonOf(event);
  const isOpen = mayChange && lockReason === null;
  const { entry, open, close } = useRecordInUrl("type");
  const [deleting, setDeleting] = useState<TicketType | null>(null);
  const order = useMutation(orderTicketTypesMutation());
  const remove = useMutation(deleteTicketTypeMutation());
  // Shows a new order before the server responds.
  const shownTypes = order.isPending ? orderTicketTypes(types, order.variables.ids) : types;
  const selected = types.find(({ id }) => id === entry);
  // Keeps an open form when the event is locked, so that typed values are not lost. Saving the form then shows the API's error.
  const [form, setForm] = useState<{ entry: string; type?: TicketType } | null>(null);
  if (form && form.entry !== entry) setForm(null);
  else if (!form && entry && isOpen && (selected || entry === "new")) setForm({ entry, type: selected });
  const isFull = types.length >= TICKET_TYPES_MAX;
  return (
    <Card>
      <CardHeader
        title="Ticket types"
        description={
          isOpen && types.length > 1 ? "Drag to change the order in the app, or type a position." : undefined
        }
        actions={
          isOpen && (
            <DraftFieldAnchor field="ticket_types">
              <Button
                variant="primary"
                disabled={isFull}
                onPointerEnter={TicketTypeDialog.preload}
                onFocus={TicketTypeDialog.preload}
                onClick={() => open("new")}
              >
                New ticket type
              </Button>
            </DraftFieldAnchor>
          )
        }
      />
      <div className="space-y-5 px-5 pb-5">
        {mayChange && lockReason && <p className="text-muted text-sm">{lockReason}</p>}
        {isOpen && isFull && (
          <p className="text-muted text-sm">An event has at most {TICKET_TYPES_MAX} ticket types.</p>
        )}
        {types.length === 0 ? (
          <EmptyListState>
            Add what people can buy, or a free ticket. An event needs at least one to go live.
          </EmptyListState>
        ) : (
          <>
            <EventSeatsBar
              label="All ticket types together"
              sold={event.sold}
              held={event.held}
              left={event.left}
              seats={event.seats}
            />
            <SortableList
              label="Ticket types"
              items={shownTypes}
              idOf={({ id }) => id}
              nameOf={({ name }) => name}
              disabled={!isOpen || types.length < 2}
              onOrder={(ids) => order.mutate({ eventId, ids }, { onError: (error) => void toast.error(error.message) })}
              render={(type) => (
                <TicketTypeRow
                  type={type}
                  onChange={isOpen ? () => open(type.id) : undefined}
                  onDelete={isOpen && !type.is_used ? () => setDeleting(type) : undefined}
                />
              )}
            />
          </>
        )}
      </div>
      <Suspense>
        {form && <TicketTypeDialog key={form.entry} eventId={eventId} type={form.type} onClose={close} />}
      </Suspense>
      {deleting && (
        <LazyConfirmDialog
          open
          onOpenChange={() => setDeleting(null)}
          title={`Delete ${deleting.name}?`}
          consequence="Nobody ordered it yet. It can't be restored; a new one can be added."
          confirmLabel="Delete"
          tone="danger"
          onConfirm={async () => {
            await remove.mutateAsync({ eventId, ticketTypeId: deleting.id, version: deleting.version });
            toast.success(`${deleting.name} is deleted.`);
          }}
        />
      )}
    </Card>
  );
}

const orderTicketTypes = (types: readonly TicketType[], ids: readonly string[]) =>
  types.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
