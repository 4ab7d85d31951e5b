import type { ReactNode } from "react";

type FullPageMessageProps = {
  /** Status code such as "404", shown large and muted above the title. */
  code?: string;
  title: string;
  children?: ReactNode;
  action: ReactNode;
};

/** Renders a message in place of a page's content, such as for status 404. */
export function FullPageMessage({ code, title, children, action }: FullPageMessageProps) {
  return (
    <div className="flex min-h-[70dvh] flex-col items-center justify-center px-4 py-16 text-center">
      <svg viewBox="0 0 200 60" className="mb-6 w-50 text-primary" aria-hidden="true">
        {[0, 1, 2].map((row) => (
          <path
            key={row}
            d={`M4 ${20 + row * 14}c24-20 40-20 64-6s40 14 64 0 40-14 64 0`}
            fill="none"
            stroke="currentColor"
            strokeWidth="3"
            strokeLinecap="round"
            opacity={0.9 - row * 0.32}
          />
        ))}
      </svg>
      {code && <p className="mb-2 text-sm font-bold text-primary">{code}</p>}
      <h1 className="text-3xl font-extrabold tracking-tight text-balance">{title}</h1>
      {children && <p className="mt-3 max-w-md text-lg text-balance text-muted">{children}</p>}
      <div className="mt-8">{action}</div>
    </div>
  );
}
