"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { deleteDraft } from "@/lib/client/drafts";
import { Form, SubmitButton } from "./form";

type FormDialogProps<Input extends FieldValues> = Pick<DialogProps, "open" | "onOpenChange" | "title" | "size"> &
  Pick<
    ComponentProps<typeof Form<Input>>,
    "schema" | "fixed" | "defaultValues" | "valuesOf" | "draft" | "secret" | "onSubmit"
  > & {
    /** Text that states the consequence of submitting. */
    consequence?: ReactNode;
    submitLabel: string;
    /** False disables the submit button, such as until a preview has loaded. */
    ready?: boolean;
    tone?: "primary" | "danger";
    children: ReactNode;
  };

/** Renders a form in a dialog, for a confirmation or a small edit. The dialog closes after a successful submit. */
export function FormDialog<Input extends FieldValues>(props: FormDialogProps<Input>) {
  const {
    open,
    onOpenChange,
    title,
    size,
    consequence,
    submitLabel,
    ready: isReady = true,
    tone = "primary",
    onSubmit,
    children,
    ...form
  } = props;
  const [busy, setBusy] = useState(false);
  const close = () => {
    if (form.draft) deleteDraft(form.draft);
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
          <SubmitButton variant={tone} disabled={!isReady}>
            {submitLabel}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
