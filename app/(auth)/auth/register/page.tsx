import type { Metadata } from "next";
import { InvitationOnlyNotice } from "@/components/auth/invitation-only-notice";
import { LinkExpiredNotice } from "@/components/auth/link-expired";
import { parseMailedLink } from "@/components/auth/mailed-link";
import { RegisterScreen } from "@/components/auth/register-screen";
import { FirstAdminScreen } from "@/components/auth/set-up-screen";
import { fetchInstallationState, fetchMailedLinkState } from "@/lib/queries/auth";

export const metadata: Metadata = { title: "Register" };

/** Accepts an invitation, or creates the first administrator of an empty installation. Otherwise explains how to be invited. */
export default async function RegisterPage({ searchParams }: PageProps<"/auth/register">) {
  const link = parseMailedLink(await searchParams);
  if (link) {
    const state = await fetchMailedLinkState({ kind: "invitation", ...link });
    if (state && !state.usable) return <LinkExpiredNotice kind="invitation" />;
    return <RegisterScreen link={link} name={state?.name ?? undefined} />;
  }
  const { empty } = await fetchInstallationState();
  return empty ? <FirstAdminScreen /> : <InvitationOnlyNotice />;
}
