"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { DateInput } from "@/components/common/form/date-box";
import { formProblemOf } from "@/components/common/form/form-problem";
import { toDraftProblems } from "@/components/record-editor/draft-values";
import { MissingFields } from "@/components/record-editor/missing-fields";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { conflictRecordOf } from "@/lib/client/api-error";
import { lagosTimeToInstant } from "@/lib/client/parse-date";
import { toast } from "@/lib/client/toast";
import type { ContentEntryDetails } from "@/lib/contract/content-entries";
import { type ContentEntryKind, isLegalContentEntryKind } from "@/lib/contract/content-entries.values";
import { formatDateTime } from "@/lib/format";
import { publishContentEntryMutation } from "@/lib/queries/content-entries";

type ContentEntryPublishDialogProps = {
  kind: ContentEntryKind;
  one: string;
  /** The content entry as shown when the dialog opened: later saves by other admins are not published. */
  entry: ContentEntryDetails;
  onClose: () => void;
  /** Opens a field of the draft, given by its path. */
  onGoTo: (path: string) => void;
};

/** Publishes the saved draft immediately or at a set time, with or without an end. */
export function ContentEntryPublishDialog({
  kind,
  one: noun,
  entry,
  onClose,
  onGoTo: onGoToField,
}: ContentEntryPublishDialogProps) {
  const isLegalKind = isLegalContentEntryKind(kind);
  const { mutateAsync, isPending } = useMutation(publishContentEntryMutation(kind));
  const [isScheduled, setIsScheduled] = useState(false);
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const [mustAccept, setMustAccept] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [timeErrors, setTimeErrors] = useState<Record<string, string>>({});
  const [refusedFields, setRefusedFields] = useState<Record<string, string>>({});
  const missing = { ...toDraftProblems(entry.missing), ...refusedFields };
  const isMissing = Object.keys(missing).length > 0;

  const publish = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || isMissing) return;
    const instants = {
      from: isScheduled ? lagosTimeToInstant(from) : null,
      until: until ? lagosTimeToInstant(until) : null,
    };
    const errors = checkTimes(isScheduled, instants, until);
    setTimeErrors(errors);
    setProblem(null);
    if (Object.keys(errors).length > 0) return;
    try {
      await mutateAsync({
        entryId: entry.id,
        version: entry.version,
        ...instants,
        ...(isLegalKind && { must_accept: mustAccept }),
      });
      toast.success(instants.from ? `It goes live ${formatDateTime(instants.from)}.` : "It is live.");
      onClose();
    } catch (error) {
      const found = formProblemOf(error, ["from", "until"]);
      setTimeErrors(Object.fromEntries(found.fields.map(({ name, message }) => [name, message])));
      setRefusedFields(draftErrors(error));
      const current = conflictRecordOf<ContentEntryDetails>(error);
      const isNewer = current !== undefined && current.version !== entry.version;
      setProblem(isNewer ? `${found.message} Close this and look at it before you publish.` : (found.message ?? null));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isLegalKind ? `Publish the ${noun}` : `Publish this ${noun}`}
      description={
        isLegalKind
          ? "A published version can't be changed or deleted. Changes need a new version."
          : "The app shows the saved draft within seconds of the time you choose. Each publication is kept as a version."
      }
      locked={isPending}
    >
      <form method="post" noValidate onSubmit={publish} className="space-y-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {isMissing && <MissingFields missing={missing} onGoTo={onGoToField} />}
        <fieldset className="space-y-2">
          <legend className="mb-1 font-semibold text-sm">{isLegalKind ? "In force" : "Goes live"}</legend>
          <RadioChoice checked={!isScheduled} onChange={() => setIsScheduled(false)} label="Now" />
          <RadioChoice checked={isScheduled} onChange={() => setIsScheduled(true)} label="At a set time" />
          {isScheduled && (
            <DateInput
              withTime
              className="max-w-64"
              label={isLegalKind ? "Effective from" : "Goes live at"}
              hint="Lagos time"
              value={from}
              onChange={setFrom}
              problem={timeErrors.from}
            />
          )}
          {!isScheduled && timeErrors.from && <p className="font-medium text-danger text-sm">{timeErrors.from}</p>}
        </fieldset>
        {isLegalKind ? (
          <CheckboxWithHint
            checked={mustAccept}
            onChange={setMustAccept}
            label="Users must accept again"
            hint="The app asks every user to accept this version before they continue."
          />
        ) : (
          <DateInput
            withTime
            className="max-w-64"
            label="Ends at"
            optional
            hint="Lagos time. Without one it stays until you withdraw it."
            value={until}
            onChange={setUntil}
            problem={timeErrors.until}
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
            {isScheduled ? "Schedule" : "Publish"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Checks the publication times as the API does, but not whether a time has passed, which only the server knows. Returns errors. */
function checkTimes(isScheduled: boolean, times: { from: string | null; until: string | null }, until: string) {
  const errors: Record<string, string> = {};
  if (isScheduled && !times.from) errors.from = "Enter a day and a time.";
  if (until && !times.until) errors.until = "Enter a day and a time, or none.";
  if (times.from && times.until && times.until <= times.from) errors.until = "Choose a time after it goes live.";
  return errors;
}

function draftErrors(error: unknown): Record<string, string> {
  const fields = (error instanceof Error && "fields" in error ? error.fields : undefined) as
    | Record<string, string>
    | undefined;
  return toDraftProblems(
    Object.fromEntries(Object.entries(fields ?? {}).filter(([path]) => path.startsWith("draft."))),
  );
}

type RadioChoiceProps = { checked: boolean; onChange: () => void; label: string };

function RadioChoice({ checked, onChange, label }: RadioChoiceProps) {
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

type CheckboxWithHintProps = { checked: boolean; onChange: (isChecked: boolean) => void; label: string; hint: string };

function CheckboxWithHint({ checked, onChange, label, hint }: CheckboxWithHintProps) {
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
