import { formatCount } from "@/lib/format";

type TextChange = { key: string; is: string; becomes: string; problem?: string | null };

/** Maximum number of changes shown, because thousands of elements would render slowly. */
const LIMIT = 200;

/** Lists changed texts by key, each before and after the change. */
export function TextChangeList({ label, rows }: { label: string; rows: readonly TextChange[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={label}>
      <h3 className="mb-1 font-semibold text-sm">
        {label} ({formatCount(rows.length)})
      </h3>
      <ul className="max-h-64 divide-y overflow-y-auto rounded-md border text-sm">
        {rows.slice(0, LIMIT).map(({ key, is, becomes, problem }) => (
          <li key={key} className="px-3 py-2 wrap-anywhere">
            <p className="font-semibold text-xs">{key}</p>
            {is && (
              <p dir="auto" className="text-muted line-through">
                {is}
              </p>
            )}
            <p dir="auto">{becomes}</p>
            {problem && <p className="font-medium text-danger">{problem}</p>}
          </li>
        ))}
        {rows.length > LIMIT && <li className="px-3 py-2 text-muted">and {formatCount(rows.length - LIMIT)} more</li>}
      </ul>
    </section>
  );
}
