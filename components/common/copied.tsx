import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

type CopiedProps = {
  /** Null: there is none, and nothing to copy. */
  value: string | null;
  /** "phone": the button says "Copy phone". */
  what: string;
  /** How the value is shown, where that is not plain text. */
  children?: ReactNode;
};

/** Renders a value with a button that copies it in the same line, or "None". */
export const Copied = ({ value, what, children = value }: CopiedProps) =>
  value === null ? (
    <span className="text-muted">None</span>
  ) : (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <span className="min-w-0 break-all">{children}</span>
      <span className="-my-1.5 flex">
        <CopyButton value={value} label={`Copy ${what}`} />
      </span>
    </span>
  );
