import { Minus, TrendingDown, TrendingUp } from "lucide-react";

/** Shows the change from the previous period in percent. Renders nothing if the previous value is 0. */
export function PercentChange({ now, before }: { now: number; before: number }) {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  const Icon = percent === 0 ? Minus : percent < 0 ? TrendingDown : TrendingUp;
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-foreground tabular-nums">
      <Icon className="size-4 text-muted" aria-hidden="true" />
      {percent > 0 ? "+" : ""}
      {percent}%
    </span>
  );
}
