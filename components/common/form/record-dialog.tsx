"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { SetUpDeleteButton, SetUpDeleteDialog } from "@/components/common/table/set-up-delete";
import type { DialogProps } from "@/components/ui/dialog";
import { forgetDraft, keepDraft } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import { type Facts, WhatChanged } from "./current-version";
import type { Held } from "./form";
import { FormDialog } from "./form-dialog";
import type { FormSchema } from "./form-resolver";
import { useNewer } from "./use-newer";

type Named = { name: string; version: number };

type RecordDialogProps<T extends Named, Create extends FieldValues, Update extends FieldValues> = {
  /** What is changed; left out, a new one is made. */
  record?: T;
  /** "category": in titles and on the delete button. */
  what: string;
  /** Names what is typed, so that it outlives the session: "event.category:new", "event.category:42". */
  draft: string;
  schemas: { create: FormSchema; update: FormSchema };
  /** How the calls name the record. */
  reference: (record: T) => Partial<Update>;
  /** What every call needs besides. */
  fixed?: Partial<Create>;
  /** What the fields begin with; null is a new record's. */
  values: (record: T | null) => Held<Create>;
  /** What somebody else may have changed, in words; or a notice of the module's own. */
  facts: Facts<T> | ((base: T, newer: T) => ReactNode);
  /** The key is one for each opening, so that a retry after a lost answer adds one. */
  create: (idempotencyKey: string) => UseMutationOptions<T, Error, Create>;
  update: () => UseMutationOptions<T, Error, Update>;
  /** Left out where it can't be deleted here, or not by this admin. */
  remove?: {
    mutation: () => UseMutationOptions<{ id: string }, Error, Update>;
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
export function RecordDialog<T extends Named, Create extends FieldValues, Update extends FieldValues>(
  props: RecordDialogProps<T, Create, Update>,
) {
  const { what, draft, schemas, reference, fixed, facts, remove, onClose } = props;
  const { base, newer, keep } = useNewer(props.record);
  const [key] = useState(newIdempotencyKey);
  const [deleting, setDeleting] = useState(false);
  const create = useMutation(props.create(key));
  const update = useMutation(props.update());
  const latest = newer ?? base;
  const at = latest && ({ ...reference(latest), version: latest.version } as Partial<Update> & { version: number });
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const send = async (input: Create) => {
    if (at) await update.mutateAsync({ ...input, ...at } as unknown as Update).catch(keep);
    else await create.mutateAsync(input);
    toast.success(`${input.name} is saved.`);
  };
  const ask = () => {
    keepDraft(draft);
    setDeleting(true);
  };
  return (
    <>
      <FormDialog<Create>
        open={!deleting}
        onOpenChange={close}
        title={props.title ?? (base ? `Change ${base.name}` : `New ${what}`)}
        size={props.size}
        consequence={props.consequence}
        submitLabel={newer ? "Overwrite" : "Save"}
        schema={base ? schemas.update : schemas.create}
        fixed={{ ...fixed, ...at } as Partial<Create>}
        draft={draft}
        defaultValues={props.values(base ?? null)}
        onSubmit={send}
      >
        {base && newer && conflictOf(facts, base, newer)}
        {props.children}
        {latest && remove && <SetUpDeleteButton what={what} inUse={remove.inUse?.(latest)} onDelete={ask} />}
      </FormDialog>
      {latest && remove && deleting && (
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

type DeleteProps<T, Update> = {
  record: T;
  reference: (record: T) => Partial<Update>;
  mutation: () => UseMutationOptions<{ id: string }, Error, Update>;
  consequence: string;
  onFailed: (error: unknown) => never;
  onDone: () => void;
  onClose: () => void;
};

function Delete<T extends Named, Update>({ mutation, reference, onFailed, onDone, ...props }: DeleteProps<T, Update>) {
  const { mutateAsync } = useMutation(mutation());
  return (
    <SetUpDeleteDialog
      record={props.record}
      consequence={props.consequence}
      onDelete={(record) =>
        mutateAsync({ ...reference(record), version: record.version } as unknown as Update).catch(onFailed)
      }
      onDone={onDone}
      onClose={props.onClose}
    />
  );
}
