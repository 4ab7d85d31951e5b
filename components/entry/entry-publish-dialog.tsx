"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { DateBox } from "@/components/common/form/date-box";
import { problemOf } from "@/components/common/form/form-problem";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { conflictOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { lagosInstant } from "@/lib/client/typed-date";
import type { EntrySingle } from "@/lib/contract/entries";
import { type EntryKind, isLegal } from "@/lib/contract/entries.values";
import { formatDateTime } from "@/lib/format";
import { publishEntryMutation } from "@/lib/queries/entries";
import { problemsOf } from "./entry-draft";
import { EntryMissing } from "./entry-missing";

type EntryPublishDialogProps = {
  kind: EntryKind;
  one: string;
  /** The entry as shown: changes that other admins save later are not published. */
  entry: EntrySingle;
  onClose: () => void;
  /** Opens a field of the draft by its path. */
  onGoTo: (path: string) => void;
};

/** Publishes the saved draft, now or at a set time, with or without an end. */
export function EntryPublishDialog({ kind, one, entry, onClose, onGoTo }: EntryPublishDialogProps) {
  const legal = isLegal(kind);
  const { mutateAsync, isPending } = useMutation(publishEntryMutation(kind));
  const [later, setLater] = useState(false);
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const [mustAccept, setMustAccept] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [at, setAt] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState<Record<string, string>>({});
  const missing = { ...problemsOf(entry.missing), ...refused };
  const isMissing = Object.keys(missing).length > 0;

  const publish = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || isMissing) return;
    const times = { from: later ? lagosInstant(from) : null, until: until ? lagosInstant(until) : null };
    const wrong = timesProblems(later, times, until);
    setAt(wrong);
    setProblem(null);
    if (Object.keys(wrong).length > 0) return;
    try {
      await mutateAsync({
        entryId: entry.id,
        version: entry.version,
        ...times,
        ...(legal && { must_accept: mustAccept }),
      });
      toast.success(times.from ? `It goes live ${formatDateTime(times.from)}.` : "It is live.");
      onClose();
    } catch (error) {
      const found = problemOf(error, ["from", "until"]);
      setAt(Object.fromEntries(found.fields.map(({ name, message }) => [name, message])));
      setRefused(draftProblems(error));
      const current = conflictOf<EntrySingle>(error);
      const isNewer = current !== undefined && current.version !== entry.version;
      setProblem(isNewer ? `${found.message} Close this and look at it before you publish.` : (found.message ?? null));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={legal ? `Publish the ${one}` : `Publish this ${one}`}
      description={
        legal
          ? "A published version can't be changed or deleted. Changes need a new version."
          : "The app shows the saved draft within seconds of the time you choose. Each publication is kept as a version."
      }
      locked={isPending}
    >
      <form method="post" noValidate onSubmit={publish} className="space-y-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {isMissing && <EntryMissing missing={missing} onGoTo={onGoTo} />}
        <fieldset className="space-y-2">
          <legend className="mb-1 font-semibold text-sm">{legal ? "In force" : "Goes live"}</legend>
          <Choice checked={!later} onChange={() => setLater(false)} label="Now" />
          <Choice checked={later} onChange={() => setLater(true)} label="At a set time" />
          {later && (
            <DateBox
              withTime
              className="max-w-64"
              label={legal ? "Effective from" : "Goes live at"}
              hint="Lagos time"
              value={from}
              onChange={setFrom}
              problem={at.from}
            />
          )}
          {!later && at.from && <p className="font-medium text-danger text-sm">{at.from}</p>}
        </fieldset>
        {legal ? (
          <Tick
            checked={mustAccept}
            onChange={setMustAccept}
            label="Users must accept again"
            hint="The app asks every user to accept this version before they continue."
          />
        ) : (
          <DateBox
            withTime
            className="max-w-64"
            label="Ends at"
            optional
            hint="Lagos time. Without one it stays until you withdraw it."
            value={until}
            onChange={setUntil}
            problem={at.until}
          />
        )}
        <div className="flex items-center justify-end gap-2 pt-2">
          {isMissing && (
            <p id="publish-missing" className="mr-auto text-muted text-sm">
              Complete what is missing first.
            </p>
          )}
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={isPending}
            aria-disabled={isMissing || undefined}
            aria-describedby={isMissing ? "publish-missing" : undefined}
          >
            {later ? "Schedule" : "Publish"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns errors that the API would report too. Only the server decides whether a time has passed. */
function timesProblems(later: boolean, times: { from: string | null; until: string | null }, until: string) {
  const wrong: Record<string, string> = {};
  if (later && !times.from) wrong.from = "Enter a day and a time.";
  if (until && !times.until) wrong.until = "Enter a day and a time, or none.";
  if (times.from && times.until && times.until <= times.from) wrong.until = "Choose a time after it goes live.";
  return wrong;
}

function draftProblems(error: unknown): Record<string, string> {
  const fields = (error instanceof Error && "fields" in error ? error.fields : undefined) as
    | Record<string, string>
    | undefined;
  return problemsOf(Object.fromEntries(Object.entries(fields ?? {}).filter(([path]) => path.startsWith("draft."))));
}

type ChoiceProps = { checked: boolean; onChange: () => void; label: string };

function Choice({ checked, onChange, label }: ChoiceProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-center gap-2.5 font-medium">
      <input
        id={id}
        type="radio"
        name="publish-when"
        checked={checked}
        onChange={onChange}
        className="size-4 accent-primary"
      />
      {label}
    </label>
  );
}

type TickProps = { checked: boolean; onChange: (on: boolean) => void; label: string; hint: string };

function Tick({ checked, onChange, label, hint }: TickProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex items-center gap-2.5 font-medium">
        <Checkbox
          id={id}
          checked={checked}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={`${id}-hint`} className="pl-6.5 text-muted text-sm">
        {hint}
      </p>
    </div>
  );
}
