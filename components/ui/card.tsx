import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

/** Renders a section with border and shadow. */
export function Card({ className, ...props }: ComponentProps<"section">) {
  return <section {...props} className={clsx("rounded-lg border border-border bg-surface shadow-card", className)} />;
}

/** Renders a card's title, description and actions. */
export function CardHeader({
  title,
  description,
  actions,
}: {
  title: string;
  description?: string;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 pb-3">
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-base font-bold">{title}</h2>
        {description && <p className="text-sm text-muted">{description}</p>}
      </div>
      {actions}
    </header>
  );
}
