import { clsx } from "clsx";
import { Check, Lock, Minus, ShieldAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";

/** Shows whether a role has a right, as an icon, where the matrix is read-only. */
export function RightGrantedIcon({ held: isGranted, words }: { held: boolean; words: string }) {
  const Icon = isGranted ? Check : Minus;
  return (
    <span className="inline-flex items-center gap-1.5 align-middle max-sm:px-2 max-sm:py-1">
      <Icon
        className={`size-4 ${isGranted ? "text-success" : "text-muted"}`}
        role="img"
        aria-label={isGranted ? "yes" : "no"}
      />
      <span className={`sm:hidden ${isGranted ? "" : "text-muted"}`} aria-hidden="true">
        {words}
      </span>
    </span>
  );
}

/** Marks a sensitive right, which only a second admin's approval can grant (docs/rules.md, Access). */
export const SensitiveRightIcon = () => (
  <>
    <ShieldAlert className="inline size-3 text-warning" aria-hidden="true" />
    <span className="sr-only">Needs a second admin</span>
  </>
);

/** Explains the icons of the rights matrix. */
export function RightsMatrixLegend({ isForm }: { isForm: boolean }) {
  const items: [sign: ReactNode, words: string][] = isForm
    ? [
        [
          <span key="on" className="flex size-4 items-center justify-center rounded-sm bg-primary text-on-primary">
            <Check className="size-3" />
          </span>,
          "Allowed",
        ],
        [<span key="off" className="size-4 rounded-sm border border-control bg-surface" />, "Not allowed"],
        [<Lock key="lock" className="size-3.5" />, "You can't change this"],
      ]
    : [
        [<Check key="yes" className="size-4 text-success" />, "Allowed"],
        [<Minus key="no" className="size-4" />, "Not allowed"],
      ];
  items.push([<ShieldAlert key="sensitive" className="size-3.5 text-warning" />, "Needs a second admin"]);
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {items.map(([icon, words]) => (
        <li key={words} className="flex items-center gap-1.5">
          <span aria-hidden="true" className="flex">
            {icon}
          </span>
          {words}
        </li>
      ))}
    </ul>
  );
}

type BoxProps = {
  label: string;
  /** Label beside the checkbox on a phone, where no column header is visible. */
  words?: string;
  /** Row and column of the checkbox, such as "2:3"; 0 for headers. */
  at: string;
  checked: boolean;
  mixed?: boolean;
  /** Reason why the checkbox can't be changed; undefined if it can. */
  locked: string | undefined;
  tabStop: string;
  onFocus: (at: string) => void;
  onChange: () => void;
};

/** Renders the checkbox of a right with a touch target. A locked checkbox stays focusable, so that screen readers can read the reason. */
export function RightCheckbox({ label, words, at, checked, mixed, locked, tabStop, onFocus, onChange }: BoxProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      title={locked}
      className={clsx(
        "relative inline-flex h-9 w-10 shrink-0 items-center justify-center",
        words && "max-sm:w-full max-sm:justify-start max-sm:gap-2 max-sm:px-3",
      )}
    >
      <Checkbox
        id={id}
        aria-label={locked ? `${label}. ${locked}` : label}
        aria-disabled={locked !== undefined || undefined}
        data-at={at}
        // The top left corner has no checkbox, so its neighbour is the initial tab stop.
        tabIndex={at === (tabStop === "0:0" ? "0:1" : tabStop) ? 0 : -1}
        checked={checked}
        mixed={mixed}
        onFocus={() => onFocus(at)}
        onChange={() => !locked && onChange()}
        className="aria-disabled:cursor-not-allowed aria-disabled:bg-sunken! aria-disabled:opacity-60"
      />
      {locked && (
        <Lock
          className={clsx("absolute top-1 right-0.5 size-3 text-muted", words && "max-sm:static max-sm:-ml-1")}
          aria-hidden="true"
        />
      )}
      {words && (
        <span className="font-normal sm:hidden" aria-hidden="true">
          {words}
        </span>
      )}
    </label>
  );
}
