import { PercentChange } from "@/components/common/history/percent-change";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { formatCount } from "@/lib/format";
import { LATE_REPORTS_FILTER, OPEN_REPORTS_FILTER, reportListUrl } from "./ireport-overview-params";

type ListFilter = Record<string, string>;
type OverviewShare = {
  key: string;
  name: string;
  now: number;
  before: number;
  open: number;
  late: number;
  /** Filter of the report list that selects this row's reports; omitted if the list has no such filter. */
  filter?: ListFilter;
};

type IreportOverviewTableProps = {
  title: string;
  /** Header of the first column, such as "Category". */
  of: string;
  /** Filter for reports submitted in the period. */
  period: ListFilter;
  rows: readonly OverviewShare[];
};

const NUMBER_CLASS = "px-3 text-right tabular-nums";

/** Counts reports by category, department or LGA: new ones in the period and in the period before; open and late ones now. */
export function IreportOverviewTable({ title, of: columnLabel, period, rows }: IreportOverviewTableProps) {
  const maxCount = Math.max(1, ...rows.map(({ now }) => now));
  return (
    <Card className="min-w-0">
      <CardHeader title={title} />
      {rows.length === 0 ? (
        <p className="px-5 pb-5 text-muted">Nothing in this period.</p>
      ) : (
        <div className="overflow-x-auto rounded-b-lg pb-2">
          <table className="w-full text-sm">
            <thead className="text-left text-muted">
              <tr className="border-b border-border [&_th]:h-9 [&_th]:font-semibold [&_th]:whitespace-nowrap">
                <th scope="col" className="pr-3 pl-5">
                  {columnLabel}
                </th>
                <th scope="col" className={NUMBER_CLASS}>
                  New
                </th>
                <th scope="col" className={`${NUMBER_CLASS} max-sm:hidden`}>
                  vs previous
                </th>
                <th scope="col" className={NUMBER_CLASS}>
                  Open
                </th>
                <th scope="col" className={`${NUMBER_CLASS} pr-5`}>
                  Late
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, now, before, open, late, filter }) => (
                <tr key={key} className="border-b border-border last:border-b-0 hover:bg-sunken/60">
                  <th scope="row" className="w-full max-w-0 py-1.5 pr-3 pl-5 text-left font-medium">
                    <span className="block truncate" title={name}>
                      {name}
                    </span>
                    <svg className="mt-1 h-1.5 w-full" aria-hidden="true">
                      <rect width="100%" height="100%" rx="3" className="fill-sunken" />
                      <rect width={`${(now / maxCount) * 100}%`} height="100%" rx="3" className="fill-primary" />
                    </svg>
                  </th>
                  <td className={NUMBER_CLASS}>
                    <Count value={now} what={`New, ${name}`} href={filter && reportListUrl(filter, period)} />
                  </td>
                  <td className={`${NUMBER_CLASS} max-sm:hidden`}>
                    <span className="flex items-center justify-end gap-2 whitespace-nowrap text-muted">
                      <PercentChange now={now} before={before} />
                      {formatCount(before)}
                    </span>
                  </td>
                  <td className={NUMBER_CLASS}>
                    <Count
                      value={open}
                      what={`Open, ${name}`}
                      href={filter && reportListUrl(filter, OPEN_REPORTS_FILTER)}
                    />
                  </td>
                  <td className={`${NUMBER_CLASS} pr-5`}>
                    <Count
                      value={late}
                      what={`Late, ${name}`}
                      href={filter && reportListUrl(filter, LATE_REPORTS_FILTER)}
                      alarming
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

type CountLinkProps = { value: number; what: string; href?: string; alarming?: boolean };

/** Renders a count as a link to its reports. */
function Count({ value, what: description, href, alarming: isAlarming = false }: CountLinkProps) {
  if (value === 0) return <span className="text-muted">0</span>;
  const tone = isAlarming ? "font-semibold text-danger" : "font-semibold text-primary";
  if (!href) return <span className="font-semibold">{formatCount(value)}</span>;
  return (
    <HoverLink
      href={href}
      aria-label={`${description}: ${formatCount(value)}`}
      className={`${tone} rounded-sm py-1 hover:underline`}
    >
      {formatCount(value)}
    </HoverLink>
  );
}
