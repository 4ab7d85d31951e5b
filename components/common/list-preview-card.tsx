import type { ReactNode } from "react";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";

type ListPreviewCardProps = {
  title: string;
  /** Link to the full list. */
  all: { href: string; label: string };
  empty: string;
  /** `li` elements, one for each record. */
  children: readonly ReactNode[];
};

/** Shows the first records of a list on an overview page, with a link to the full list. */
export const ListPreviewCard = ({ title, all: allLink, empty, children }: ListPreviewCardProps) => (
  <Card>
    <CardHeader
      title={title}
      actions={
        <HoverLink href={allLink.href} className="rounded-sm font-semibold text-primary text-sm hover:underline">
          {allLink.label}
        </HoverLink>
      }
    />
    {children.length === 0 ? (
      <p className="px-5 pb-5 text-muted">{empty}</p>
    ) : (
      <ul className="divide-y divide-border border-t border-border text-sm">{children}</ul>
    )}
  </Card>
);
