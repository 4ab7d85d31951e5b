import type { Metadata } from "next";
import { ByInvitation } from "@/components/auth/by-invitation";
import { LinkOver } from "@/components/auth/link-over";
import { asMailedLink } from "@/components/auth/mailed-link";
import { RegisterScreen } from "@/components/auth/register-screen";
import { SetUpScreen } from "@/components/auth/set-up-screen";
import { installation, linkState } from "@/lib/queries/auth";

export const metadata: Metadata = { title: "Register" };

/** Accepts an invitation, or creates the first administrator of an empty installation. Otherwise explains how to be invited. */
export default async function RegisterPage({ searchParams }: PageProps<"/auth/register">) {
  const link = asMailedLink(await searchParams);
  if (link) {
    const state = await linkState({ kind: "invitation", ...link });
    if (state && !state.usable) return <LinkOver kind="invitation" />;
    return <RegisterScreen link={link} name={state?.name ?? undefined} />;
  }
  const { empty } = await installation();
  return empty ? <SetUpScreen /> : <ByInvitation />;
}
