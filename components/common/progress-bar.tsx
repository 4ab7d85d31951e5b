import { formatCount, formatTotal } from "@/lib/format";

type ProgressBarProps = {
  label: string;
  value: number;
  max: number;
  /** True if `max` is only a lower bound, because counting stopped at a cap. The bar is then indeterminate. */
  isCapped?: boolean;
};

export function ProgressBar({ label, value, max, isCapped = false }: ProgressBarProps) {
  return (
    <div className="space-y-1.5">
      <progress
        aria-label={label}
        value={isCapped ? undefined : Math.min(value, max)}
        max={Math.max(max, 1)}
        className="h-2 w-full accent-primary"
      />
      <p role="status" className="text-sm font-semibold tabular-nums">
        {formatCount(value)} of {formatTotal(max, isCapped)}
      </p>
    </div>
  );
}
