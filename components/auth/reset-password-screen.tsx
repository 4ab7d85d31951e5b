"use client";

import { Form, SubmitButton } from "@/components/common/form/form";
import { authApi } from "@/lib/client/auth-api";
import { AuthLink } from "./auth-link";
import type { MailedLink } from "./mailed-link";
import { NewPasswordField } from "./new-password-field";
import { ReadOnlyEmail } from "./read-only-email";
import { openSignInAfter } from "./sign-in-notice";
import { SignInStepHeading } from "./step-heading";

/** Sets a new password from a password reset link. This ends all sessions of the account. */
export function ResetPasswordScreen(link: MailedLink) {
  return (
    <>
      <SignInStepHeading title="Choose a new password">
        It replaces the old password, and all sessions of this account end.
      </SignInStepHeading>
      <Form<Parameters<typeof authApi.resetPassword>[0]>
        schema={async () => (await import("@/lib/contract/auth")).passwordReset}
        fixed={link}
        onSubmit={async (input) => {
          await authApi.resetPassword(input);
          await openSignInAfter("reset");
        }}
      >
        <ReadOnlyEmail email={link.email} />
        <NewPasswordField label="New password" email={link.email} />
        <SubmitButton size="lg" className="mt-2 w-full">
          Change password
        </SubmitButton>
      </Form>
      <p className="mt-6 flex flex-wrap justify-between gap-2 text-sm">
        <AuthLink href="/auth/forgot-password">Request a new link</AuthLink>
        <AuthLink href="/auth/login">Back to sign-in</AuthLink>
      </p>
    </>
  );
}
