"use client";

import { Form, SubmitButton } from "@/components/common/form/form";
import { authApi } from "@/lib/client/auth-api";
import type { AdminRegistration } from "@/lib/contract/auth";
import { AuthLink } from "./auth-link";
import type { MailedLink } from "./mailed-link";
import { PersonNameFields } from "./name-fields";
import { NewPasswordField } from "./new-password-field";
import { ReadOnlyEmail } from "./read-only-email";
import { openSignInAfter } from "./sign-in-notice";
import { SignInStepHeading } from "./step-heading";

type PersonName = { first_name: string; last_name: string };

/** Creates an admin's account from an invitation link. @param name as entered by the inviting admin */
export function RegisterScreen({ link, name }: { link: MailedLink; name?: PersonName }) {
  return (
    <>
      <SignInStepHeading title="Accept your invitation">
        Enter your name and choose a password. The admin who invited you has chosen your roles.
      </SignInStepHeading>
      <Form<AdminRegistration>
        schema={async () => (await import("@/lib/contract/auth")).registration}
        fixed={link}
        defaultValues={name}
        onSubmit={async (input) => {
          await authApi.register(input);
          await openSignInAfter("registered");
        }}
      >
        <ReadOnlyEmail email={link.email} />
        <PersonNameFields />
        <NewPasswordField label="Password" email={link.email} />
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
