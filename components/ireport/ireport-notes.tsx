"use client";

import { useMutation } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { Form, SubmitButton } from "@/components/common/form/form";
import { MENTION_HINT, MentionField } from "@/components/common/form/mention-field";
import { NoteList } from "@/components/common/note-list";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Kbd } from "@/components/ui/kbd";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { IreportDetails } from "@/lib/contract/ireport";
import { ireportRoutes } from "@/lib/contract/ireport.routes";
import { IREPORT_NOTE_MAX } from "@/lib/contract/ireport.values";
import { type AddIreportNoteInput, addIreportNoteMutation } from "@/lib/queries/ireport-record";
import { useMentionableAdmins } from "@/lib/queries/note-readers";
import { useAccess } from "@/lib/queries/rp";
import { FocusFieldOnMount } from "./focus-field-on-mount";
import { useIreportComposer, useSaveDraftOnUnmount } from "./use-ireport-composer";
import { useReportFormVersion } from "./use-versioned-request";

const loadSchema = () => import("@/lib/contract/ireport").then((module) => module.ireportNote);
const noteDraftName = (ireportId: string) => `ireport.note:${ireportId}`;

/** Lists a report's internal notes, newest first. Every admin who can see the report may add a note, regardless of its owner. */
export function IreportNotes({ report }: { report: IreportDetails }) {
  const mayNote = useAccess(ireportRoutes.note);
  const draft = noteDraftName(report.id);
  const composer = useIreportComposer(draft);
  useShortcuts("This report", mayNote ? [{ key: "i", label: "Internal note", run: composer.open }] : []);
  return (
    <Card className="overflow-hidden border-dashed border-warning/60" aria-labelledby="ireport-internal">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-warning-soft px-5 py-3">
        <h2 id="ireport-internal" className="flex items-center gap-2 text-base font-bold">
          <Lock className="size-4 text-warning" aria-hidden="true" /> Internal notes
        </h2>
        <span className="rounded-full bg-surface px-2 py-0.5 text-xs font-semibold text-warning">
          Internal: only admins see this
        </span>
      </header>
      <div className="space-y-4 px-5 py-4">
        {report.notes.length === 0 && <p className="text-sm text-muted">There are no notes.</p>}
        {report.notes.length > 0 && <NoteList notes={report.notes} />}
        {mayNote && !composer.isOpen && (
          <Button ref={composer.button} aria-keyshortcuts="i" onClick={composer.open}>
            <Lock aria-hidden="true" /> Write internal note
            <span className="max-md:hidden">
              <Kbd>I</Kbd>
            </span>
          </Button>
        )}
        {mayNote && composer.isOpen && (
          <NoteForm report={report} draft={draft} takesFocus={composer.takesFocus} onClose={composer.close} />
        )}
      </div>
    </Card>
  );
}

type NoteFormProps = { report: IreportDetails; draft: string; takesFocus: boolean; onClose: () => void };

function NoteForm({ report, draft, takesFocus: shouldFocus, onClose }: NoteFormProps) {
  const { idempotencyKey, attempt } = useReportFormVersion(report);
  const { mutateAsync } = useMutation(addIreportNoteMutation(idempotencyKey));
  const mentions = useMentionableAdmins({ type: "ireport", id: report.id });
  const markFinished = useSaveDraftOnUnmount(draft);
  const finish = () => {
    markFinished();
    onClose();
  };
  return (
    <Form<AddIreportNoteInput>
      kept
      schema={loadSchema}
      fixed={{ ireportId: report.id }}
      defaultValues={{ text: "" }}
      draft={draft}
      onSubmit={async (input) => {
        await attempt(() => mutateAsync(input));
        finish();
      }}
      className="rounded-md border border-dashed border-warning/60 bg-warning-soft/40 p-3"
    >
      {shouldFocus && <FocusFieldOnMount name="text" />}
      <MentionField
        name="text"
        label="Internal note"
        hint={`The citizen never sees it. Notes can't be edited. ${MENTION_HINT}`}
        max={IREPORT_NOTE_MAX}
        rows={3}
        {...mentions}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={finish}>Cancel</Button>
        <SubmitButton variant="secondary">Add internal note</SubmitButton>
      </div>
    </Form>
  );
}
