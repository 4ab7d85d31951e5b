import { clsx } from "clsx";

type AdminNameProps = {
  admin: { name: string; email: string | null };
  /** True to narrow name and email, for tables with many columns. */
  narrow?: boolean;
};

/** Renders an admin in a table cell: the name and beneath it the email, truncated to the width of the cell. */
export const AdminName = ({ admin: { name, email }, narrow: isNarrow = false }: AdminNameProps) => (
  <span className={clsx("block min-w-0", isNarrow ? "max-w-32" : "max-w-48")}>
    <span className="block truncate leading-4.5">{name}</span>
    {email && (
      <span className="block truncate text-xs leading-3.5 text-muted" title={email}>
        {email}
      </span>
    )}
  </span>
);
