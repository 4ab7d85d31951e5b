import { clsx } from "clsx";
import Link from "next/link";

type PeriodLinksProps = { periods: readonly { label: string; href: string; current: boolean }[] };

/** The period that the figures below are of; it is in the address. */
export function PeriodLinks({ periods }: PeriodLinksProps) {
  return (
    <nav aria-label="Period">
      <ul className="flex gap-1 rounded-md bg-sunken p-1 text-sm font-semibold">
        {periods.map(({ label, href, current }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              scroll={false}
              aria-current={current ? "true" : undefined}
              className={clsx(
                "block rounded-sm px-3 py-1.5",
                current ? "bg-surface shadow-card" : "text-muted hover:text-foreground",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
