"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { CheckboxField, TextAreaField, TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { conflictRecordOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { EventDetails } from "@/lib/contract/event";
import { EVENT_REASON_MAX } from "@/lib/contract/event.values";
import type { EventCancellation } from "@/lib/contract/event-cancellation";
import { formatMoney, pluralize } from "@/lib/format";
import { type CancelEventInput, cancelEventMutation, eventCancellationQuery } from "@/lib/queries/event";
import { cancellationConsequences, cancellationRefundAmount } from "./event-cancel-words";

type EventCancelDialogProps = {
  event: EventDetails;
  /** Storage name of the draft that keeps the form's input when the session ends. */
  draft: string;
  onClose: () => void;
};

/** Shows the consequences of cancelling an event in numbers, and cancels once the admin has typed the event's title. */
export function EventCancelDialog({ event, draft, onClose }: EventCancelDialogProps) {
  const [busy, setBusy] = useState(false);
  // Always refetches the figures, because the API refuses a cancellation with outdated figures.
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...eventCancellationQuery(event.id),
    refetchOnMount: "always",
  });
  // Keeps showing the form once the figures have loaded, even if a later request for the figures fails.
  const [numbers, setNumbers] = useState<EventCancellation | null>(null);
  if (!numbers && data && isFetchedAfterMount && !error) setNumbers(data);
  return (
    <Dialog open onOpenChange={onClose} title={`Cancel “${event.title}”?`} size="lg" locked={busy}>
      {numbers ? (
        <CancelForm event={event} numbers={numbers} draft={draft} busy={busy} onBusy={setBusy} onClose={onClose} />
      ) : error ? (
        <LoadFailed message={error.message} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}

type CancelFormProps = EventCancelDialogProps & {
  numbers: EventCancellation;
  busy: boolean;
  onBusy: (busy: boolean) => void;
};

function CancelForm({ event, numbers, draft, busy, onBusy, onClose }: CancelFormProps) {
  const client = useQueryClient();
  const { mutateAsync } = useKeyedMutation(cancelEventMutation);
  // Figures shown in the dialog. The dialog sends these figures even if the event was refetched, so that the API detects any change.
  const [shownNumbers, setShownNumbers] = useState({ numbers, version: event.version, hasChanged: false });
  const [title] = useState(event.title);
  const loadSchema = () =>
    import("@/lib/contract/event-cancellation").then((module) =>
      module.eventCancelInput.refine((input) => input.title.trim() === title.trim(), {
        path: ["title"],
        message: "This is not the event's title. Type it as shown above.",
      }),
    );
  const cancelEvent = async (input: CancelEventInput) => {
    onBusy(true);
    try {
      const updated = await mutateAsync({
        ...input,
        amount: cancellationRefundAmount(shownNumbers.numbers, input.include_checked_in),
      });
      toast.success(updated.awaiting ? "The cancellation awaits approval." : `${updated.title} is cancelled.`);
      onClose();
    } catch (error) {
      const current = conflictRecordOf<EventDetails>(error);
      if (current) {
        // If the new figures can't be loaded, the error stays visible. The API then refuses the next attempt too.
        const fresh = await client.fetchQuery({ ...eventCancellationQuery(event.id), staleTime: 0 }).catch(() => null);
        if (fresh) setShownNumbers({ numbers: fresh, version: current.version, hasChanged: true });
      }
      throw error;
    } finally {
      onBusy(false);
    }
  };
  return (
    <Form<CancelEventInput>
      schema={loadSchema}
      fixed={{
        eventId: event.id,
        version: shownNumbers.version,
        tickets: shownNumbers.numbers.tickets,
        amount: shownNumbers.numbers.amount,
      }}
      draft={draft}
      defaultValues={{ title: "", reason: "", include_checked_in: false }}
      onSubmit={cancelEvent}
    >
      <Consequence numbers={shownNumbers.numbers} hasChanged={shownNumbers.hasChanged} />
      {shownNumbers.numbers.checked_in > 0 && (
        <CheckboxField
          name="include_checked_in"
          label={`Also refund the ${pluralize(shownNumbers.numbers.checked_in, "person", "people")} who ${shownNumbers.numbers.checked_in === 1 ? "was" : "were"} checked in (${formatMoney(shownNumbers.numbers.checked_in_amount)})`}
        />
      )}
      <TextAreaField
        name="reason"
        label="Reason"
        hint="Shown on this page and in the change log. Citizens don't see it."
        max={EVENT_REASON_MAX}
        rows={3}
      />
      <TextField
        name="title"
        label="Type the event's title to confirm"
        hint={<span className="font-semibold text-foreground">{title}</span>}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap justify-end gap-2 pt-2">
        <Button onClick={onClose} disabled={busy}>
          Keep event
        </Button>
        <SubmitButton variant="danger">Cancel event</SubmitButton>
      </div>
    </Form>
  );
}

/** Lists the consequences of the form's current choice about checked-in tickets. */
function Consequence({ numbers, hasChanged }: { numbers: EventCancellation; hasChanged: boolean }) {
  const withCheckedIn = useWatch({ name: "include_checked_in" }) === true;
  const lines = (
    <ul className="list-disc space-y-0.5 pl-5">
      {cancellationConsequences(numbers, withCheckedIn).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
  const amount = cancellationRefundAmount(numbers, withCheckedIn);
  const needsApproval = withCheckedIn ? numbers.needs_approval.with_checked_in : numbers.needs_approval.valid;
  return (
    <div className="space-y-3">
      {hasChanged ? <CurrentVersionNotice>{lines}</CurrentVersionNotice> : lines}
      <p className="text-muted text-sm">
        A cancelled event can't be made live again.{amount > 0 && !needsApproval && " Refunds start immediately."}
      </p>
      {needsApproval && (
        <Alert tone="info">
          {amount > numbers.refund_limit
            ? `${formatMoney(amount)} is above the limit of ${formatMoney(numbers.refund_limit)}`
            : `With earlier refunds, those of one payment exceed the limit of ${formatMoney(numbers.refund_limit)}`}
          : another admin has to approve. No ticket can be bought until then.
        </Alert>
      )}
    </div>
  );
}
