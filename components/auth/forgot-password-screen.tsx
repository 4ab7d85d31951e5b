"use client";

import { useState } from "react";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { FreeText } from "@/components/common/free-text";
import { Button } from "@/components/ui/button";
import { authApi } from "@/lib/client/auth-api";
import { AuthLink } from "./auth-link";
import { MailNotConfiguredNotice } from "./mail-not-configured";
import { SignInStepHeading } from "./step-heading";

/** Requests a password reset link. Shows the same result for every email, so that it does not reveal who has an account. */
export function ForgotPasswordScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = async (input: { email: string }) => {
    await authApi.forgot(input);
    setSentTo(input.email);
  };
  if (sentTo !== null) return <LinkSent email={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <>
      <SignInStepHeading title="Forgot password">
        Enter your email. We send you a link to choose a new password.
      </SignInStepHeading>
      <Form schema={async () => (await import("@/lib/contract/auth")).forgottenPassword} onSubmit={send}>
        <TextField name="email" label="Email" type="email" autoComplete="username" spellCheck={false} />
        <SubmitButton size="lg" className="mt-2 w-full">
          Send the link
        </SubmitButton>
      </Form>
      <p className="mt-6 text-sm">
        <AuthLink href="/auth/login">Back to sign-in</AuthLink>
      </p>
    </>
  );
}

function LinkSent({ email, onAgain: onRetry }: { email: string; onAgain: () => void }) {
  return (
    <>
      <div role="status">
        <SignInStepHeading title="Check your mail">
          If{" "}
          <FreeText as="strong" className="font-semibold text-foreground">
            {email}
          </FreeText>{" "}
          belongs to an account, a link is on its way. It works once and for 30 minutes.
        </SignInStepHeading>
      </div>
      <MailNotConfiguredNotice what="link" />
      <p className="text-muted">No mail after a few minutes? Check the spam folder, or send another link.</p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-2 text-sm">
        <Button variant="link" className="px-0!" onClick={onRetry}>
          Send another link
        </Button>
        <AuthLink href="/auth/login">Back to sign-in</AuthLink>
      </div>
    </>
  );
}
