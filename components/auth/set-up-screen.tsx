"use client";

import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { authApi } from "@/lib/client/auth-api";
import { PersonNameFields } from "./name-fields";
import { NewPasswordField } from "./new-password-field";
import { openSignInAfter } from "./sign-in-notice";
import { SignInStepHeading } from "./step-heading";

/** Creates the first administrator of an empty installation. */
export function FirstAdminScreen() {
  return (
    <>
      <SignInStepHeading title="Set up the first administrator">
        Nobody has an account here yet. The first administrator has all rights and invites the others.
      </SignInStepHeading>
      <Form<Parameters<typeof authApi.setUp>[0]>
        schema={async () => (await import("@/lib/contract/auth")).firstAdminSetUp}
        onSubmit={async (input) => {
          await authApi.setUp(input);
          await openSignInAfter("set-up");
        }}
      >
        <TextField
          name="setup_key"
          label="Setup key"
          hint="The server printed it when it started."
          autoComplete="off"
          spellCheck={false}
        />
        <PersonNameFields />
        <TextField name="email" label="Email" type="email" autoComplete="username" spellCheck={false} />
        <NewPasswordField label="Password" />
        <SubmitButton size="lg" className="mt-2 w-full">
          Create the administrator
        </SubmitButton>
      </Form>
    </>
  );
}
