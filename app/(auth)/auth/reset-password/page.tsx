import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LinkExpiredNotice } from "@/components/auth/link-expired";
import { parseMailedLink } from "@/components/auth/mailed-link";
import { ResetPasswordScreen } from "@/components/auth/reset-password-screen";
import { fetchMailedLinkState } from "@/lib/queries/auth";
import { SIGN_IN_PATH } from "@/lib/session";

export const metadata: Metadata = { title: "Reset password" };

/** Redirects to sign-in unless both query parameters are set (specification sections 2 and 5). */
export default async function ResetPasswordPage({ searchParams }: PageProps<"/auth/reset-password">) {
  const link = parseMailedLink(await searchParams);
  if (!link) redirect(SIGN_IN_PATH);
  const state = await fetchMailedLinkState({ kind: "reset", ...link });
  if (state && !state.usable) return <LinkExpiredNotice kind="reset" />;
  return <ResetPasswordScreen {...link} />;
}
