import { formatDate, formatDateTime } from "@/lib/format";

type DateTimeProps = {
  at: string;
  dateOnly?: boolean;
  /** True to show seconds, for logs, where the order within a minute matters. */
  seconds?: boolean;
};

/** Renders a UTC timestamp in Lagos time. */
export function DateTime({ at, dateOnly = false, seconds = false }: DateTimeProps) {
  const fullText = formatDateTime(at, seconds);
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums" title={dateOnly ? fullText : undefined}>
      {dateOnly ? formatDate(at) : fullText}
    </time>
  );
}
