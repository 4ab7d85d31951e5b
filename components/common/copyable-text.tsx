import type { ReactNode } from "react";
import { FreeText } from "@/components/common/free-text";
import { CopyButton } from "./copy-button";

type CopyableTextProps = {
  /** Value to copy; null renders "None" without a button. */
  value: string | null;
  /** Noun for the button: "phone" gives "Copy phone". */
  what: string;
  /** Formatted value, if it is not plain text. */
  children?: ReactNode;
};

/** Renders a value with a copy button on the same line, or "None". */
export const CopyableText = ({ value, what: valueName, children = value }: CopyableTextProps) =>
  value === null ? (
    <span className="text-muted">None</span>
  ) : (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <FreeText>{children}</FreeText>
      <span className="-my-1.5 flex">
        <CopyButton value={value} label={`Copy ${valueName}`} />
      </span>
    </span>
  );
