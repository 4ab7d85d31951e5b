import type { ReactNode } from "react";
import { River } from "@/components/auth/river";
import { Logo, LogoMark } from "@/components/shell/logo";

/** The split layout of /auth: the form, and beside it on wide screens the river. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(30rem,5fr)_6fr]">
      <div className="flex flex-col px-5 py-6 sm:px-10 lg:px-14 lg:py-10">
        <Logo />
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">{children}</main>
        <p className="text-xs text-muted">Accounts are by invitation. Every sign-in is recorded.</p>
      </div>
      <aside
        aria-label="About"
        className="relative isolate flex flex-col justify-between overflow-hidden bg-[#04281f] p-14 text-white max-lg:hidden"
      >
        <River />
        <LogoMark className="size-12 opacity-0" />
        <div className="max-w-md">
          <p className="text-3xl font-bold tracking-tight text-balance">
            Payments and civic services of Cross River State
          </p>
          <p className="mt-4 text-lg text-[#c3eadd]">Identity reviews, money and public services, in one place.</p>
        </div>
      </aside>
    </div>
  );
}
