import type { Metadata } from "next";
import { cookies } from "next/headers";
import { LoginScreen } from "@/components/auth/login-screen";
import { signInNotice } from "@/components/auth/sign-in-notice";
import { HAD_SESSION_COOKIE, SESSION_COOKIE } from "@/lib/session";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: PageProps<"/auth/login">) {
  const { after, ended } = await searchParams;
  const cookieStore = await cookies();
  const isExpired = cookieStore.has(HAD_SESSION_COOKIE) && !cookieStore.has(SESSION_COOKIE);
  return <LoginScreen notice={signInNotice({ after, ended, isExpired })} />;
}
