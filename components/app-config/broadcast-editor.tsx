"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Suspense, useId, useState } from "react";
import { ActionBar } from "@/components/common/action-bar";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { RecordFormNotices } from "@/components/record-editor/record-notices";
import { useRecordForm } from "@/components/record-editor/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useShortcuts } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import type { BroadcastWithFigures } from "@/lib/contract/app-config-broadcasts";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { deleteBroadcastMutation, testBroadcastMutation } from "@/lib/queries/broadcasts";
import { useAccess } from "@/lib/queries/rp";
import { BroadcastConflictChoice } from "./broadcast-conflict";
import { BroadcastFields } from "./broadcast-fields";
import { useBroadcastImage } from "./broadcast-image";
import { BROADCASTS_URL } from "./broadcast-words";
import { NotificationPhonePreview } from "./phone-preview";
import { useBroadcastDraft } from "./use-broadcast-draft";

const BroadcastSendDialog = lazyWithPreload(() => import("./broadcast-send-dialog"), "BroadcastSendDialog");

type BroadcastEditorProps = {
  /** The notification to edit; null for a new one. */
  broadcast: BroadcastWithFigures | null;
  /** Called when the form gains or loses unsaved changes. With unsaved changes, the editor stays mounted even if the record changes. */
  onDirty: (dirty: boolean) => void;
};

/**
 * Edits the draft of a notification: message, audience and preview. The bar below has the buttons to save, test, send and delete
 * the notification.
 */
export function BroadcastEditor({ broadcast, onDirty }: BroadcastEditorProps) {
  const id = useId();
  const router = useRouter();
  const form = useBroadcastDraft(broadcast);
  const images = useBroadcastImage(form.draft.image_id);
  const mayUpdate = useAccess(routes.appConfig.saveBroadcast);
  const mayCreate = useAccess(routes.appConfig.createBroadcast);
  const mayDelete = useAccess(routes.appConfig.deleteBroadcast);
  const sendTest = useMutation(testBroadcastMutation());
  const remove = useMutation(deleteBroadcastMutation());
  const [toSend, setToSend] = useState<BroadcastWithFigures | null>(null);
  const [deleting, setDeleting] = useState(false);
  const mayWrite = broadcast ? mayUpdate : mayCreate;
  const readOnly = !mayWrite || form.kept.offer !== null;
  const { dirty } = form;
  useRecordForm(form, onDirty);

  /** Saves the draft. @returns the stored notification; null if the save failed */
  const saveDraft = async () => {
    if (broadcast && !dirty) return broadcast;
    // After the first save of a new notification, opens the notification's own page, which has the button to send it.
    const savedDraft = await form.save();
    if (savedDraft && !broadcast) router.replace(recordUrl("broadcast", savedDraft.id));
    return savedDraft;
  };
  const runTest = async () => {
    const stored = await saveDraft();
    if (!stored) return;
    await sendTest.mutateAsync({ broadcastId: stored.id, version: stored.version }).then(
      ({ message }) => void toast.success(message),
      (error: Error) => void toast.error(error.message),
    );
  };
  const save = () => dirty && !form.saving && void saveDraft();
  useShortcuts(
    "This notification",
    readOnly ? [] : [{ key: "s", withCtrlOrCmd: true, label: "Save draft", run: save }],
  );

  const image = form.draft.image_id ? images.urlOf(form.draft.image_id) : undefined;
  return (
    <>
      <div className="mb-5 space-y-3 empty:hidden">
        {broadcast?.note && <Alert tone="warning">{broadcast.note}</Alert>}
        <RecordFormNotices
          form={form}
          conflict={form.theirs && <BroadcastConflictChoice form={form} theirs={form.theirs} />}
        />
        {!mayWrite && <Alert>You can read this notification, but you don't have the right to change it.</Alert>}
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="min-w-0 space-y-5">
          <BroadcastFields
            draft={form.draft}
            change={form.change}
            problem={form.problem}
            images={images}
            readOnly={readOnly || form.isReplacedByPage}
          />
        </div>
        <Card className="xl:sticky xl:top-26">
          <CardHeader title="Preview" description="On a locked phone" />
          <div className="px-5 pb-5">
            <NotificationPhonePreview title={form.draft.title} text={form.draft.text} image={image} />
          </div>
        </Card>
      </div>
      {mayWrite && (
        <ActionBar>
          <div className="flex flex-wrap items-center gap-2">
            <p role="status" className="mr-auto text-muted text-sm max-md:w-full">
              {form.saving ? (
                "Saving…"
              ) : dirty ? (
                <strong className="text-warning">Unsaved changes</strong>
              ) : broadcast ? (
                "Draft saved"
              ) : (
                "Nothing written yet"
              )}
            </p>
            {broadcast && mayDelete && (
              <Button variant="ghost" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
            {broadcast && (
              <Button
                busy={sendTest.isPending}
                disabled={readOnly}
                aria-describedby={form.draft.image_id ? `${id}-test` : undefined}
                onClick={() => void runTest()}
              >
                Send test to my browsers
              </Button>
            )}
            <Button
              variant={dirty ? "primary" : "secondary"}
              busy={form.saving}
              disabled={readOnly || !dirty}
              aria-keyshortcuts="Control+S"
              onClick={() => void saveDraft()}
            >
              Save draft
            </Button>
            {broadcast && (
              <Button
                variant={dirty ? "secondary" : "primary"}
                disabled={readOnly || form.saving}
                onClick={async () => setToSend(await saveDraft())}
              >
                Send or schedule…
              </Button>
            )}
          </div>
          {broadcast && form.draft.image_id && (
            <p id={`${id}-test`} className="mt-1.5 text-muted text-sm md:text-right">
              A test is sent without the picture.
            </p>
          )}
        </ActionBar>
      )}
      {toSend && (
        <Suspense>
          <BroadcastSendDialog broadcast={toSend} onClose={() => setToSend(null)} />
        </Suspense>
      )}
      {broadcast && (
        <LazyConfirmDialog
          open={deleting}
          onOpenChange={setDeleting}
          title={`Delete “${broadcast.title}”?`}
          consequence="The draft is removed. Nobody was notified."
          confirmLabel="Delete"
          tone="danger"
          onConfirm={async () => {
            await remove.mutateAsync({ broadcastId: broadcast.id, version: broadcast.version });
            toast.success("Draft deleted.");
            router.push(BROADCASTS_URL);
          }}
        />
      )}
    </>
  );
}
