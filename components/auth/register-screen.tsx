"use client";

import { Form, SubmitButton } from "@/components/common/form";
import { api } from "@/lib/client/api";
import { signInAfter } from "./arrival";
import { AuthLink } from "./auth-link";
import type { MailedLink } from "./mailed-link";
import { NameFields } from "./name-fields";
import { NewPasswordField } from "./new-password-field";
import { OwnEmail } from "./own-email";
import { StepHeading } from "./step-heading";

/** Where the link of an invitation leads. */
export function RegisterScreen(link: MailedLink) {
  return (
    <>
      <StepHeading title="Accept your invitation">
        Say who you are and choose a password. What you may do was settled by whoever invited you.
      </StepHeading>
      <Form
        schema={async () => (await import("@/lib/contract/auth")).registration}
        fixed={link}
        onSubmit={async (input) => {
          await api.auth.register(input);
          await signInAfter("registered");
        }}
      >
        <OwnEmail email={link.email} />
        <NameFields />
        <NewPasswordField label="Password" />
        <SubmitButton size="lg" className="mt-2 w-full">
          Create my account
        </SubmitButton>
      </Form>
      <p className="mt-6 text-sm">
        <AuthLink href="/auth/login">I have an account</AuthLink>
      </p>
    </>
  );
}
