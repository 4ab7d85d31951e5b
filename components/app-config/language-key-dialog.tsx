"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { type ComparedFields, ConflictChanges } from "@/components/common/form/current-version";
import { TextAreaField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { Button } from "@/components/ui/button";
import { ApiError, isApiErrorWithStatus } from "@/lib/client/api-error";
import { deleteDraft, saveDraft } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { APP_TEXT_LENGTH_MAX, TEXT_KEY_LENGTH_MAX, TEXT_KEY_NOTE_MAX } from "@/lib/contract/app-config.values";
import type { TranslationRow } from "@/lib/contract/app-config-languages";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import { routes } from "@/lib/contract/routes";
import {
  createTextKeyMutation,
  deleteTextKeyMutation,
  saveTextMutation,
  type TextKeyInput,
  updateTextKeyMutation,
} from "@/lib/queries/languages";
import { useAccess } from "@/lib/queries/rp";
import { dropTypedCellTexts } from "./language-cells";

const loadSchema = () => import("@/lib/contract/app-config-languages").then((module) => module.textKeyCreation);

const englishTextOf = (row: TranslationRow) => row.texts[SOURCE_LANGUAGE]?.text ?? "";
const KEY_DIFF_FIELDS: ComparedFields<TranslationRow> = [
  ["Key", ({ key }) => key],
  ["English", englishTextOf],
  ["Note", ({ note }) => note || "none"],
];

type KeyDialogProps = { row?: TranslationRow; onClose: () => void };

/** Adds or edits a text key with its English text. After an edit conflict it shows the current version and keeps the form. */
export function TextKeyDialog({ row: initialRow, onClose }: KeyDialogProps) {
  // Compares all values instead of the key's version, because the English text has its own version.
  const { base, latest, captureConflict, rebase } = useEditConflict(initialRow, (shown) => shown);
  const [deleting, setDeleting] = useState<TranslationRow | null>(null);
  const draft = `appConfig.languageKey:${base?.id ?? "new"}`;
  const create = useKeyedMutation(createTextKeyMutation);
  const update = useMutation(updateTextKeyMutation());
  const saveEnglish = useMutation(saveTextMutation());
  const remove = useMutation(deleteTextKeyMutation());
  const mayDelete = useAccess(routes.appConfig.deleteKey);
  const close = () => {
    deleteDraft(draft);
    onClose();
  };
  const saveChanges = async (row: TranslationRow, { key, note, source }: TextKeyInput) => {
    // Saves the key's name first: if another key has this name, the English text is not saved either.
    if (key !== row.key || note !== row.note) {
      const named = await update.mutateAsync({ keyId: row.id, version: row.version, key, note }).catch(captureConflict);
      // Keeps the English text that the user has seen, because the response may contain another admin's newer text.
      rebase({ ...named, texts: { ...named.texts, ...englishCellOnly(row) } });
    }
    if (source === englishTextOf(row)) return;
    const version = row.texts[SOURCE_LANGUAGE]?.version ?? 0;
    const english = { keyId: row.id, code: SOURCE_LANGUAGE, text: source, version };
    await saveEnglish.mutateAsync(english).catch((error: unknown) => captureConflict(toSourceFieldError(error)));
  };
  const submit = async (input: TextKeyInput) => {
    if (latest) await saveChanges(latest, input);
    else await create.mutateAsync(input);
    toast.success(`${input.key} is saved.`);
  };
  const askDeletion = (row: TranslationRow) => {
    saveDraft(draft);
    setDeleting(row);
  };
  const hasConflict = base && latest && KEY_DIFF_FIELDS.some(([, toText]) => toText(base) !== toText(latest));
  return (
    <>
      <FormDialog<TextKeyInput>
        open={!deleting}
        onOpenChange={close}
        title={base ? `Change ${base.key}` : "New key"}
        submitLabel={hasConflict ? "Overwrite" : "Save"}
        schema={loadSchema}
        draft={draft}
        defaultValues={{ key: base?.key ?? "", source: base ? englishTextOf(base) : "", note: base?.note ?? "" }}
        onSubmit={submit}
      >
        {hasConflict && <ConflictChanges facts={KEY_DIFF_FIELDS} base={base} newer={latest} />}
        <TextField
          name="key"
          label="Key"
          hint={
            base
              ? "The app finds the text by this name. Rename it together with a release."
              : "Such as wallet.send.title."
          }
          autoComplete="off"
          spellCheck={false}
          maxLength={TEXT_KEY_LENGTH_MAX}
        />
        <TextAreaField
          name="source"
          label="English"
          hint={
            base ? "Translations of a text that changes are marked." : "Write placeholders in braces, such as {name}."
          }
          max={APP_TEXT_LENGTH_MAX}
          rows={3}
        />
        <TextAreaField name="note" label="Note for translators" optional max={TEXT_KEY_NOTE_MAX} rows={2} />
        {latest &&
          mayDelete &&
          (latest.used ? (
            <p className="text-muted text-sm">Can't be deleted: the app uses this key.</p>
          ) : (
            <Button variant="link" size="sm" className="px-0!" onClick={() => askDeletion(latest)}>
              Delete this key…
            </Button>
          ))}
      </FormDialog>
      {deleting && (
        <ConfirmDialog
          open
          onOpenChange={() => setDeleting(null)}
          tone="danger"
          title={`Delete ${deleting.key}?`}
          consequence="Its texts in every language are deleted too. This can't be undone."
          confirmLabel="Delete"
          onConfirm={async () => {
            await remove.mutateAsync({ keyId: deleting.id, version: deleting.version }).catch(captureConflict);
            dropTypedCellTexts({ keyId: deleting.id });
            toast.success(`${deleting.key} is deleted.`);
            close();
          }}
        />
      )}
    </>
  );
}

const englishCellOnly = ({ texts }: TranslationRow) => {
  const cell = texts[SOURCE_LANGUAGE];
  return cell && { [SOURCE_LANGUAGE]: cell };
};

/** Moves the API's error for `text` to this form's field for the English text. */
const toSourceFieldError = (error: unknown) =>
  isApiErrorWithStatus(error, 400) && error.fields?.text
    ? new ApiError("http", {
        status: 400,
        code: error.code,
        message: error.message,
        fields: { source: error.fields.text },
      })
    : error;
