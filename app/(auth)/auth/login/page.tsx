import type { Metadata } from "next";
import { asArrival } from "@/components/auth/arrival";
import { LoginScreen } from "@/components/auth/login-screen";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: PageProps<"/auth/login">) {
  return <LoginScreen arrival={asArrival((await searchParams).after)} />;
}
