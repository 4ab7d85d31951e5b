import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

type CopiedProps = {
  value: string;
  /** "phone": the button says "Copy phone". */
  what: string;
  /** How the value is shown, where that is not plain text. */
  children?: ReactNode;
};

/** A value, and in line with it the button that copies it. */
export const Copied = ({ value, what, children = value }: CopiedProps) => (
  <span className="inline-flex max-w-full items-center gap-0.5">
    <span className="min-w-0 break-all">{children}</span>
    <span className="-my-1.5 flex">
      <CopyButton value={value} label={`Copy ${what}`} />
    </span>
  </span>
);
