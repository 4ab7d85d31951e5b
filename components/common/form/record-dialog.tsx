"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { SetUpDeleteButton, SetUpDeleteDialog } from "@/components/common/table/set-up-delete";
import type { DialogProps } from "@/components/ui/dialog";
import { forgetDraft, keepDraft } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { type Facts, WhatChanged } from "./current-version";
import type { Held } from "./form";
import { FormDialog } from "./form-dialog";
import type { FormSchema } from "./form-resolver";
import { useNewer } from "./use-newer";

type Named = { name: string; version: number };
type Sent = FieldValues & { name: string };

type RecordDialogProps<T extends Named, Create extends Sent, Update extends Sent, Reference extends object> = {
  /** What is changed; left out, a new one is made. */
  record?: T;
  /** "category": in titles and on the delete button. */
  what: string;
  /** Names what is typed, so that it outlives the session: "event.category:new", "event.category:42". */
  draft: string;
  /** Of the two calls. */
  schemas: { create: FormSchema<Create>; update: FormSchema<Update> };
  /** How the calls name the record, with the version that they change. */
  reference: (record: T) => Reference & Partial<Update>;
  /** What the calls need besides the fields, and what stays whatever a field holds; null is a new record's. */
  fixed?: (record: T | null) => Partial<Create> & Partial<Update>;
  /** What the fields begin with; null is a new record's. */
  values: (record: T | null) => Held<Create> & Held<Update>;
  /** What somebody else may have changed, in words; or a notice of the module's own. */
  facts: Facts<T> | ((base: T, newer: T) => ReactNode);
  /** The key is one for each opening, so that a retry after a lost answer adds one. */
  create: (idempotencyKey: string) => UseMutationOptions<T, Error, Create>;
  update: () => UseMutationOptions<T, Error, Update>;
  /** Left out where it can't be deleted here, or not by this admin. */
  remove?: {
    mutation: () => UseMutationOptions<{ id: string }, Error, Reference>;
    consequence: string;
    /** Why this one can't be deleted now. */
    inUse?: (record: T) => string | undefined;
  };
  /** In place of "Change …". */
  title?: string;
  consequence?: ReactNode;
  size?: DialogProps["size"];
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/**
 * Adds a record of a small list, changes one, or deletes it from within. When somebody else was faster, it shows what they
 * changed, keeps everything typed here, and saves over theirs only after that was shown.
 */
export function RecordDialog<T extends Named, Create extends Sent, Update extends Sent, Reference extends object>(
  props: RecordDialogProps<T, Create, Update, Reference>,
) {
  const { what, draft, schemas, reference, facts, remove, onClose } = props;
  const { base, newer, latest, keep } = useNewer(props.record);
  const [deleting, setDeleting] = useState(false);
  const create = useKeyedMutation(props.create);
  const update = useMutation(props.update());
  const fixed = props.fixed?.(latest ?? null);
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const ask = () => {
    keepDraft(draft);
    setDeleting(true);
  };
  const saved = ({ name }: Sent) => toast.success(`${name} is saved.`);
  const form = {
    open: !deleting,
    onOpenChange: close,
    title: props.title ?? (base ? `Change ${base.name}` : `New ${what}`),
    size: props.size,
    consequence: props.consequence,
    submitLabel: newer ? "Overwrite" : "Save",
    draft,
    defaultValues: props.values(base ?? null),
    children: (
      <>
        {base && newer && conflictOf(facts, base, newer)}
        {props.children}
        {latest && remove && <SetUpDeleteButton what={what} inUse={remove.inUse?.(latest)} onDelete={ask} />}
      </>
    ),
  };
  if (!latest)
    return (
      <FormDialog<Create>
        {...form}
        schema={schemas.create}
        fixed={fixed}
        onSubmit={async (input) => {
          await create.mutateAsync(input);
          saved(input);
        }}
      />
    );
  return (
    <>
      <FormDialog<Update>
        {...form}
        schema={schemas.update}
        fixed={{ ...fixed, ...reference(latest) }}
        onSubmit={async (input) => {
          await update.mutateAsync(input).catch(keep);
          saved(input);
        }}
      />
      {remove && deleting && (
        <Delete
          {...remove}
          record={latest}
          reference={reference}
          onFailed={keep}
          onDone={close}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

const conflictOf = <T,>(facts: Facts<T> | ((base: T, newer: T) => ReactNode), base: T, newer: T) =>
  typeof facts === "function" ? facts(base, newer) : <WhatChanged facts={facts} base={base} newer={newer} />;

type DeleteProps<T, Reference> = {
  record: T;
  reference: (record: T) => Reference;
  mutation: () => UseMutationOptions<{ id: string }, Error, Reference>;
  consequence: string;
  onFailed: (error: unknown) => never;
  onDone: () => void;
  onClose: () => void;
};

function Delete<T extends Named, Reference extends object>(props: DeleteProps<T, Reference>) {
  const { mutateAsync } = useMutation(props.mutation());
  return (
    <SetUpDeleteDialog
      record={props.record}
      consequence={props.consequence}
      onDelete={(record) => mutateAsync(props.reference(record)).catch(props.onFailed)}
      onDone={props.onDone}
      onClose={props.onClose}
    />
  );
}
