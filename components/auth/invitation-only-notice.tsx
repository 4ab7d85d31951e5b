import { ButtonLink } from "@/components/ui/button-link";
import { SignInStepHeading } from "./step-heading";

/** Explains to visitors without an invitation how to get an invitation. */
export function InvitationOnlyNotice() {
  return (
    <>
      <SignInStepHeading title="Accounts are by invitation">
        To get one, ask a full administrator of your office. They invite you by mail; the link in it leads back here and
        works for 7 days.
      </SignInStepHeading>
      <ButtonLink href="/auth/login" size="lg" variant="primary">
        Go to sign-in
      </ButtonLink>
    </>
  );
}
