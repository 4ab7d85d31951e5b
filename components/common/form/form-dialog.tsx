"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { forgetDraft } from "@/lib/client/drafts";
import { Form, SubmitButton } from "./form";

type FormDialogProps<Input extends FieldValues> = Pick<DialogProps, "open" | "onOpenChange" | "title" | "size"> &
  Pick<
    ComponentProps<typeof Form<Input>>,
    "schema" | "fixed" | "defaultValues" | "valuesOf" | "draft" | "secret" | "onSubmit"
  > & {
    /** What follows from it, in words. */
    consequence?: ReactNode;
    submitLabel: string;
    /** What has to be seen before it is sent is on screen. */
    ready?: boolean;
    tone?: "primary" | "danger";
    /** The fields. */
    children: ReactNode;
  };

/**
 * A form in a dialog: a confirmation with its reason, a small edit. It closes once the call has succeeded; closed without
 * that, it forgets what was typed.
 */
export function FormDialog<Input extends FieldValues>(props: FormDialogProps<Input>) {
  const {
    open,
    onOpenChange,
    title,
    size,
    consequence,
    submitLabel,
    ready = true,
    tone = "primary",
    onSubmit,
    children,
    ...form
  } = props;
  const [busy, setBusy] = useState(false);
  const close = () => {
    if (form.draft) forgetDraft(form.draft);
    onOpenChange(false);
  };
  const send = async (input: Input) => {
    setBusy(true);
    try {
      await onSubmit(input);
      close();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} onOpenChange={close} title={title} description={consequence} size={size} locked={busy}>
      <Form {...form} onSubmit={send}>
        {children}
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={close} disabled={busy}>
            Cancel
          </Button>
          <SubmitButton variant={tone} disabled={!ready}>
            {submitLabel}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
