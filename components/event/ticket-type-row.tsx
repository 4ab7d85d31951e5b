import { PencilLine, Trash2 } from "lucide-react";
import { FreeText } from "@/components/common/free-text";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { TicketSaleState } from "@/lib/contract/event.values";
import type { TicketType } from "@/lib/contract/event-tickets";
import { formatMoney } from "@/lib/format";
import { EventSeatsBar } from "./event-seats-bar";
import { formatTicketPrice, TICKET_SALE_LABELS } from "./event-words";
import { describeOrderLimits, describeSalesWindow } from "./ticket-type-words";

const TONES: Record<TicketSaleState, BadgeTone> = {
  on_sale: "success",
  not_yet: "info",
  over: "neutral",
  sold_out: "warning",
  hidden: "neutral",
};

type TicketTypeRowProps = { type: TicketType; onChange?: () => void; onDelete?: () => void };

/** Renders one ticket type: price, sales and sales period. */
export function TicketTypeRow({ type, onChange, onDelete }: TicketTypeRowProps) {
  const { name, description, price, quantity, sold, held, left, revenue, sale } = type;
  return (
    <div className="grid gap-x-5 gap-y-2 py-1 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <FreeText className="font-semibold">{name}</FreeText>
          <Badge tone={TONES[sale]}>{TICKET_SALE_LABELS[sale]}</Badge>
        </p>
        <p className="font-semibold text-sm tabular-nums">{formatTicketPrice(price)}</p>
        {description && <p className="text-muted text-sm">{description}</p>}
        <p className="text-muted text-sm">
          {describeSalesWindow(type)} · {describeOrderLimits(type)}
        </p>
      </div>
      <div>
        <EventSeatsBar label={name} sold={sold} held={held} left={left} seats={quantity} />
        {revenue > 0 && <p className="text-muted text-sm tabular-nums">{formatMoney(revenue)} revenue</p>}
      </div>
      {onChange && (
        <div className="flex gap-1 md:flex-col">
          <Button size="sm" aria-label={`Change ${name}`} onClick={onChange}>
            <PencilLine aria-hidden="true" /> Change
          </Button>
          {onDelete && (
            <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
              <Trash2 aria-hidden="true" /> Delete
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
