import type { ReactNode } from "react";

/** Renders the title and text above a form below /auth. */
export function SignInStepHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="mb-7">
      <h1 className="text-2xl font-extrabold tracking-tight">{title}</h1>
      <p className="mt-1.5 text-muted">{children}</p>
    </header>
  );
}
