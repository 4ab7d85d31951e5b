"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { OneTimeCodeField } from "@/components/common/form/code-field";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { Dialog } from "@/components/ui/dialog";
import { changeEmailMutation, mailEmailCode } from "@/lib/queries/account";

/** Changes the admin's email in two steps: the admin enters the new address, then the code mailed to that address. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const [sentCode, setSentCode] = useState<{ reference: string; email: string } | null>(null);
  const { mutateAsync } = useMutation(changeEmailMutation());
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change your email"
      description={
        sentCode
          ? `We sent 6 digits to ${sentCode.email}. They work for 10 minutes.`
          : "You sign in with it, and mails go there. Your other sessions end."
      }
      size="sm"
    >
      {sentCode ? (
        <Form
          key="code"
          schema={async () => (await import("@/lib/contract/account")).emailCode}
          fixed={{ reference: sentCode.reference }}
          onSubmit={async (input) => {
            await mutateAsync(input);
            onClose();
          }}
        >
          <OneTimeCodeField name="code" label="Code" autoFocus />
          <SubmitButton className="w-full">Change email</SubmitButton>
        </Form>
      ) : (
        <Form
          key="email"
          schema={async () => (await import("@/lib/contract/account")).emailChange}
          onSubmit={async (input) => setSentCode({ ...(await mailEmailCode(input)), ...input })}
        >
          <TextField name="email" label="New email" type="email" autoComplete="email" spellCheck={false} autoFocus />
          <SubmitButton className="w-full">Send code</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
