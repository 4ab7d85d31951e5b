import { HoverLink } from "@/components/ui/hover-link";
import { formatCount } from "@/lib/format";

/** Renders the number of users for each value, with a bar. Each row links to the list of these users. */
export function UserCountBreakdown({ rows }: { rows: readonly { label: string; users: number; href: string }[] }) {
  const maxUsers = Math.max(1, ...rows.map(({ users }) => users));
  return (
    <ul className="space-y-0.5 px-3 pb-3 text-sm">
      {rows.map(({ label, users, href }) => (
        <li key={label}>
          <HoverLink
            href={href}
            className="group grid grid-cols-[9rem_minmax(0,1fr)_4.5rem] items-center gap-3 rounded-md px-2 py-1 hover:bg-sunken"
          >
            <span className="truncate font-medium">{label}</span>
            <svg className="h-2 w-full" aria-hidden="true">
              <rect width="100%" height="100%" rx="4" className="fill-sunken group-hover:fill-border" />
              <rect width={`${(users / maxUsers) * 100}%`} height="100%" rx="4" className="fill-primary" />
            </svg>
            <span className="text-right font-semibold tabular-nums">{formatCount(users)}</span>
          </HoverLink>
        </li>
      ))}
    </ul>
  );
}
