"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { DateInput } from "@/components/common/form/date-box";
import { FieldFrame } from "@/components/common/form/field";
import { formProblemOf } from "@/components/common/form/form-problem";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { lagosTimeToInstant } from "@/lib/client/parse-date";
import { toast } from "@/lib/client/toast";
import type { BroadcastWithFigures } from "@/lib/contract/app-config-broadcasts";
import { APPROVAL_REASON_MAX } from "@/lib/contract/approvals.values";
import { formatCount, formatDateTime } from "@/lib/format";
import { audienceCountQuery, sendBroadcastMutation } from "@/lib/queries/broadcasts";
import { formatDeviceCount, formatPeopleCount } from "./broadcast-words";

/** Asks for confirmation of audience size and time, then sends the notification. Large audiences need another admin's approval. */
export function BroadcastSendDialog({
  broadcast: current,
  onClose,
}: {
  broadcast: BroadcastWithFigures;
  onClose: () => void;
}) {
  const id = useId();
  // Keeps the version that was shown when the dialog opened, so that a newer version by another admin is not sent unseen.
  const [broadcast] = useState(current);
  const audienceCount = useQuery({ ...audienceCountQuery(broadcast.audience), staleTime: 0 });
  const { mutateAsync, isPending } = useMutation(sendBroadcastMutation());
  const [later, setIsScheduled] = useState(false);
  const [sendAt, setSendAt] = useState("");
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({});
  const { data } = audienceCount;
  const needsApproval = data !== undefined && data.people > data.approval_above;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || !data) return;
    const instant = later ? lagosTimeToInstant(sendAt) : null;
    const errors = {
      ...(later && !instant && { at: "Enter a day and a time." }),
      ...(needsApproval && reason.trim().length < 3 && { reason: "Enter the reason, in a few words." }),
    };
    setFieldErrors(errors);
    setProblem(null);
    if (Object.keys(errors).length > 0) return;
    try {
      const sentBroadcast = await mutateAsync({
        broadcastId: broadcast.id,
        version: broadcast.version,
        at: instant,
        ...(needsApproval && { reason }),
      });
      toast.success(doneText(sentBroadcast));
      onClose();
    } catch (error) {
      const refusal = formProblemOf(error, ["at", "reason"]);
      setFieldErrors(Object.fromEntries(refusal.fields.map(({ name, message }) => [name, message])));
      setProblem(refusal.message ?? null);
      void audienceCount.refetch();
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Send “${broadcast.title}”`}
      description="A sent notification can't be removed from phones."
      locked={isPending}
    >
      <form method="post" noValidate onSubmit={send} className="space-y-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {audienceCount.error && !data ? (
          <Alert tone="danger">
            Couldn't count the audience: {audienceCount.error.message}{" "}
            <Button size="sm" onClick={() => void audienceCount.refetch()}>
              Retry
            </Button>
          </Alert>
        ) : data ? (
          <p>
            <strong>{broadcast.audience_words}</strong>: {formatPeopleCount(data.people)} with{" "}
            {formatDeviceCount(data.devices)}
            {broadcast.mail_without_device && data.without_device > 0 && (
              <>, and {formatCount(data.without_device)} by email</>
            )}
            .
          </p>
        ) : (
          <Skeleton className="h-5 w-64" />
        )}
        <fieldset className="space-y-2">
          <legend className="mb-1 font-semibold text-sm">When</legend>
          {[false, true].map((each) => (
            <label key={String(each)} htmlFor={`${id}-${each}`} className="flex items-center gap-2.5 font-medium">
              <input
                id={`${id}-${each}`}
                type="radio"
                name={id}
                checked={later === each}
                onChange={() => setIsScheduled(each)}
                className="size-4 accent-primary"
              />
              {each ? "At a set time" : needsApproval ? "As soon as it is approved" : "Now"}
            </label>
          ))}
          {later && (
            <DateInput
              withTime
              className="max-w-64"
              label="Send at"
              hint="Lagos time"
              value={sendAt}
              onChange={setSendAt}
              problem={fieldErrors.at}
            />
          )}
        </fieldset>
        {needsApproval && (
          <FieldFrame
            id={`${id}-reason`}
            label="Reason"
            hint={`Shown to the approver. Above ${formatCount(data.approval_above)} people a second admin decides.`}
            error={fieldErrors.reason}
          >
            <Textarea
              id={`${id}-reason`}
              rows={2}
              maxLength={APPROVAL_REASON_MAX}
              value={reason}
              aria-invalid={fieldErrors.reason ? true : undefined}
              aria-describedby={`${id}-reason-hint ${id}-reason-error`}
              onChange={(event) => setReason(event.target.value)}
              className="block"
            />
          </FieldFrame>
        )}
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isPending} disabled={!data}>
            {needsApproval
              ? "Request approval"
              : later
                ? "Schedule"
                : `Send to ${formatDeviceCount(data?.devices ?? 0)}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function doneText({ state, scheduled_for }: BroadcastWithFigures) {
  if (state === "awaiting_approval") return "It waits for a second admin's approval.";
  return scheduled_for && state === "scheduled" ? `It is sent ${formatDateTime(scheduled_for)}.` : "Sending has begun.";
}
