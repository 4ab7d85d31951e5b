import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { FreeText } from "./free-text";

/** Renders the key values of a record side by side, above its tabs. */
export const RecordSummary = ({ label, children }: { label: string; children: ReactNode }) => (
  <Card aria-label={label} className="mb-5">
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-4 px-5 py-4">{children}</dl>
  </Card>
);

type SummaryItemProps = { label: string; note?: ReactNode; tone?: "warning" | "danger"; children: ReactNode };

const TONES = { warning: "text-warning", danger: "text-danger" };

/** Renders one labelled value of a `RecordSummary`. */
export const SummaryItem = ({ label, note, tone, children }: SummaryItemProps) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <FreeText as="dd" className={clsx("text-lg font-bold", tone && TONES[tone])}>
      {children}
    </FreeText>
    {note && (
      <FreeText as="dd" className="text-sm text-muted">
        {note}
      </FreeText>
    )}
  </div>
);
