type AdminNameProps = { admin: { name: string; email: string | null } };

/** An admin in a cell of a table: the name, and beneath it the email, cut to the width of the cell. Fits a row of one line. */
export const AdminName = ({ admin: { name, email } }: AdminNameProps) => (
  <span className="block max-w-48 min-w-0">
    <span className="block truncate leading-4.5">{name}</span>
    {email && (
      <span className="block truncate text-xs leading-3.5 text-muted" title={email}>
        {email}
      </span>
    )}
  </span>
);
