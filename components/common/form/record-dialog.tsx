"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { DeleteRecordButton, DeleteRecordDialog } from "@/components/common/table/delete-record";
import type { DialogProps } from "@/components/ui/dialog";
import { deleteDraft, saveDraft } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { type ComparedFields, ConflictChanges } from "./current-version";
import type { FormValues } from "./form";
import { FormDialog } from "./form-dialog";
import type { FormSchema } from "./form-resolver";
import { useEditConflict } from "./use-edit-conflict";

type NamedRecord = { name: string; version: number };
/** Input of a form that has a `name` field. */
export type NamedInput = FieldValues & { name: string };

export type RecordDialogProps<
  T extends NamedRecord,
  Create extends NamedInput,
  Update extends NamedInput,
  Reference extends object,
> = {
  /** The record to change; omit it to create one. */
  record?: T;
  /** Noun for titles and the delete button: "category". */
  what: string;
  /** Key of the draft, which outlives the session: "event.category:new", "event.category:42". */
  draft: string;
  schemas: { create: FormSchema<Create>; update: FormSchema<Update> };
  /** Returns the record's id and version, under the names that the calls to update and delete expect. */
  reference: (record: T) => Reference & Partial<Update>;
  /** Part of the input that has no form field, or that overrides a form field. Called with null for a new record. */
  fixed?: (record: T | null) => Partial<Create> & Partial<Update>;
  /** Initial field values. Called with null for a new record. */
  values: (record: T | null) => FormValues<Create> & FormValues<Update>;
  /** Fields compared after an edit conflict with another admin. */
  facts: ComparedFields<T>;
  /** Creates the record. The idempotency key is the same for one opening of the dialog, so that a retry creates only one record. */
  create: (idempotencyKey: string) => UseMutationOptions<T, Error, Create>;
  update: () => UseMutationOptions<T, Error, Update>;
  /** Deletes the record. Omitted or false if the form offers no deletion, or if this admin may not delete. */
  remove?:
    | false
    | {
        mutation: () => UseMutationOptions<{ id: string }, Error, Reference>;
        consequence: string;
        /** Returns why this record can't be deleted now. */
        inUse?: (record: T) => string | undefined;
      };
  /** Title of the dialog for an existing record; default: "Change …". */
  title?: string;
  consequence?: ReactNode;
  size?: DialogProps["size"];
  onClose: () => void;
  children: ReactNode;
};

/**
 * Creates, changes or deletes a record of a small list. After an edit conflict it shows what the other admin changed and keeps the
 * input. Only a save after that overwrites the other admin's changes.
 */
export function RecordDialog<
  T extends NamedRecord,
  Create extends NamedInput,
  Update extends NamedInput,
  Reference extends object,
>(props: RecordDialogProps<T, Create, Update, Reference>) {
  const { what: noun, draft, schemas, reference, facts, remove, onClose } = props;
  const { base, newer, latest, captureConflict } = useEditConflict(props.record);
  const [deleting, setDeleting] = useState(false);
  const create = useKeyedMutation(props.create);
  const update = useMutation(props.update());
  const fixedValues = props.fixed?.(latest ?? null);
  const close = () => {
    deleteDraft(draft);
    onClose();
  };
  const askDeletion = () => {
    saveDraft(draft);
    setDeleting(true);
  };
  const notifySaved = ({ name }: NamedInput) => toast.success(`${name} is saved.`);
  const form = {
    open: !deleting,
    onOpenChange: close,
    title: props.title ?? (base ? `Change ${base.name}` : `New ${noun}`),
    size: props.size,
    consequence: props.consequence,
    submitLabel: newer ? "Overwrite" : "Save",
    draft,
    defaultValues: props.values(base ?? null),
    children: (
      <>
        {base && newer && <ConflictChanges facts={facts} base={base} newer={newer} />}
        {props.children}
        {latest && remove && <DeleteRecordButton what={noun} inUse={remove.inUse?.(latest)} onDelete={askDeletion} />}
      </>
    ),
  };
  if (!latest)
    return (
      <FormDialog<Create>
        {...form}
        schema={schemas.create}
        fixed={fixedValues}
        onSubmit={async (input) => {
          await create.mutateAsync(input);
          notifySaved(input);
        }}
      />
    );
  return (
    <>
      <FormDialog<Update>
        {...form}
        schema={schemas.update}
        fixed={{ ...fixedValues, ...reference(latest) }}
        onSubmit={async (input) => {
          await update.mutateAsync(input).catch(captureConflict);
          notifySaved(input);
        }}
      />
      {remove && deleting && (
        <DeleteConfirm
          {...remove}
          record={latest}
          reference={reference}
          onFailed={captureConflict}
          onDone={close}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

type DeleteConfirmProps<T, Reference> = {
  record: T;
  reference: (record: T) => Reference;
  mutation: () => UseMutationOptions<{ id: string }, Error, Reference>;
  consequence: string;
  onFailed: (error: unknown) => never;
  onDone: () => void;
  onClose: () => void;
};

function DeleteConfirm<T extends NamedRecord, Reference extends object>(props: DeleteConfirmProps<T, Reference>) {
  const { mutateAsync } = useMutation(props.mutation());
  return (
    <DeleteRecordDialog
      record={props.record}
      consequence={props.consequence}
      onDelete={(record) => mutateAsync(props.reference(record)).catch(props.onFailed)}
      onDone={props.onDone}
      onClose={props.onClose}
    />
  );
}
