import { ButtonLink } from "@/components/ui/button-link";
import { AuthLink } from "./auth-link";
import { SignInStepHeading } from "./step-heading";

/** Explains that a mailed link is used, expired or incomplete, before the user types anything. Offers the next step. */
export function LinkExpiredNotice({ kind }: { kind: "reset" | "invitation" }) {
  return kind === "reset" ? (
    <>
      <SignInStepHeading title="This link can't be used">
        It was used already, is older than 30 minutes, or was replaced by a newer one.
      </SignInStepHeading>
      <ButtonLink href="/auth/forgot-password" size="lg" variant="primary">
        Request a new link
      </ButtonLink>
      <p className="mt-6 text-sm">
        <AuthLink href="/auth/login">Back to sign-in</AuthLink>
      </p>
    </>
  ) : (
    <>
      <SignInStepHeading title="This invitation can't be used">
        It was accepted already, is older than 7 days, or was withdrawn. If you accepted it, sign in. If not, ask the
        person who invited you for a new one.
      </SignInStepHeading>
      <ButtonLink href="/auth/login" size="lg" variant="primary">
        Go to sign-in
      </ButtonLink>
    </>
  );
}
