"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { problemAt } from "@/components/entry/entry-draft";
import { goToField } from "@/components/entry/entry-field";
import { EntryRestore } from "@/components/entry/entry-restore";
import { RecordSaveBar } from "@/components/entry/record-save-bar";
import { Alert } from "@/components/ui/alert";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { EventSingle } from "@/lib/contract/event";
import { routes } from "@/lib/contract/routes";
import { eventCategoriesQuery } from "@/lib/queries/event-set-up";
import { useMay } from "@/lib/queries/rp";
import { lockedWords, timesLockedWords } from "./event-allowed";
import { EventConflict } from "./event-conflict";
import { EventAboutFields, EventWhenFields } from "./event-fields";
import { useEventDraft } from "./use-event-draft";
import { useEventImages } from "./use-event-images";

type EventFormProps = {
  event: EventSingle;
  /** Told while something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
};

/** The details of an event: saved from the bar below or with Ctrl+S. */
export function EventForm({ event, onDirty }: EventFormProps) {
  const form = useEventDraft(event);
  const images = useEventImages(form.draft);
  const { data: categories = [] } = useQuery(eventCategoriesQuery());
  const mayUpdate = useMay(routes.event.update);
  const locked = lockedWords(event);
  const readOnly = !mayUpdate || locked !== null || form.kept.offer !== null;
  const { dirty } = form;
  const tell = useEffectEvent(onDirty);
  useEffect(() => tell(dirty), [dirty]);
  useEffect(() => {
    const [first] = Object.keys(form.problems);
    if (first) goToField(first);
  }, [form.problems]);
  const save = () => dirty && void form.save();
  useShortcuts("This event", readOnly ? [] : [{ key: "s", mod: true, label: "Save changes", run: save }]);

  const fields = {
    draft: form.draft,
    change: form.change,
    problem: (field: string) => problemAt(form.problems, field),
    readOnly,
  };
  return (
    <>
      <div className="mb-5 space-y-3 empty:hidden">
        {form.kept.offer && (
          <EntryRestore
            offer={form.kept.offer}
            onRestore={() => form.kept.offer && form.restore(form.kept.offer)}
            onDiscard={form.kept.settle}
          />
        )}
        {form.theirs && (
          <EventConflict
            base={form.base}
            theirs={form.theirs}
            categories={categories}
            saving={form.saving}
            onKeepMine={() => void form.keepMine()}
            onTakeTheirs={form.takeTheirs}
          />
        )}
        {form.failure && <Alert tone="danger">{form.failure}</Alert>}
        {!mayUpdate && <Alert>You can read this event, but you don't have the right to change it.</Alert>}
        {mayUpdate && locked && <Alert>{locked}</Alert>}
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <EventAboutFields {...fields} categories={categories} images={images} />
        <EventWhenFields {...fields} timesLocked={timesLockedWords(event)} />
      </div>
      {mayUpdate && (dirty || !locked) && (
        <RecordSaveBar
          dirty={dirty}
          saving={form.saving}
          readOnly={readOnly}
          onSave={() => void form.save()}
          onDiscard={form.discard}
        />
      )}
    </>
  );
}
