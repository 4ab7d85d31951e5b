import { formatCount } from "@/lib/format";

export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div className="space-y-1.5">
      <progress
        aria-label={label}
        value={Math.min(value, max)}
        max={Math.max(max, 1)}
        className="h-2 w-full accent-primary"
      />
      <p role="status" className="text-sm font-semibold tabular-nums">
        {formatCount(value)} of {formatCount(max)}
      </p>
    </div>
  );
}
