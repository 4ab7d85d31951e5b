import type { ReactNode } from "react";
import { RiverIllustration } from "@/components/auth/river-illustration";
import { Logo } from "@/components/shell/logo";

/** Renders the split layout of /auth: form and illustration side by side, on a phone the illustration above the form. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-surface lg:grid-cols-[minmax(30rem,5fr)_6fr] lg:grid-rows-1">
      <aside
        aria-label="About"
        className="relative isolate overflow-hidden bg-[#0a4f40] text-white max-lg:h-36 lg:order-last lg:p-14"
      >
        <RiverIllustration />
        <p className="max-w-lg text-3xl font-bold tracking-tight text-balance max-lg:sr-only">
          Payments and civic services of Cross River State
        </p>
        <p className="mt-4 text-lg text-[#d3f3e8] max-lg:sr-only">
          Identity reviews, money and public services in one place.
        </p>
      </aside>
      <div className="mx-auto flex w-full max-w-md flex-col px-5 py-8 sm:px-8 lg:py-12">
        <header>
          <Logo />
        </header>
        <main className="flex flex-1 flex-col py-10 lg:justify-center">{children}</main>
        <footer className="text-xs text-muted">Accounts are by invitation. Every sign-in is recorded.</footer>
      </div>
    </div>
  );
}
