import type { Metadata } from "next";
import { ByInvitation } from "@/components/auth/by-invitation";
import { asMailedLink } from "@/components/auth/mailed-link";
import { RegisterScreen } from "@/components/auth/register-screen";
import { SetUpScreen } from "@/components/auth/set-up-screen";
import { installation } from "@/lib/queries/auth";

export const metadata: Metadata = { title: "Register" };

/** An invitation is accepted; an empty installation gets its first administrator; anybody else is told how it works. */
export default async function RegisterPage({ searchParams }: PageProps<"/auth/register">) {
  const link = asMailedLink(await searchParams);
  if (link) return <RegisterScreen {...link} />;
  const { empty } = await installation();
  return empty ? <SetUpScreen /> : <ByInvitation />;
}
