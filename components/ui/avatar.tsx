import { clsx } from "clsx";

/** Renders the initials of a person whose name is shown beside it. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  const parts = name.trim().split(/\s+/);
  const initials = [parts[0], parts.length > 1 ? parts.at(-1) : ""].map((part) => part?.charAt(0) ?? "").join("");
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-flex shrink-0 items-center justify-center rounded-full bg-primary-soft font-bold text-primary uppercase",
        className ?? "size-8 text-xs",
      )}
    >
      {initials}
    </span>
  );
}
