import { formatDate, formatDateTime } from "@/lib/format";

/** An instant as the clock in Lagos shows it. */
export function DateTime({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums" title={dateOnly ? formatDateTime(at) : undefined}>
      {dateOnly ? formatDate(at) : formatDateTime(at)}
    </time>
  );
}
