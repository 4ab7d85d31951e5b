import { AdminName } from "@/components/common/admin-name";
import { StatusBadge } from "@/components/common/status-badge";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Kbd } from "@/components/ui/kbd";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { GalleryExample, GallerySection } from "./section";

const TONES = ["neutral", "primary", "success", "warning", "danger", "info"] as const;
/** Sample states that cover every colour, with short and long labels. */
const SAMPLE_STATES = [
  "pending",
  "in_review",
  "approved",
  "rejected",
  "resubmission_requested",
  "waiting_for_citizen",
  "expired",
  "checked_in",
  "void",
];
const LINE_CLASS = "flex flex-wrap items-center gap-2";

export const BadgeExamples = () => (
  <GallerySection id="badges" title="Badges, states, people">
    <GalleryExample caption="Badges by tone">
      <div className={LINE_CLASS}>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
    </GalleryExample>
    <GalleryExample caption="States of records">
      <div className={LINE_CLASS}>
        {SAMPLE_STATES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <StatusBadge status="paid" label="Paid to 12 people" />
      </div>
    </GalleryExample>
    <GalleryExample caption="People by their initials: one name, two names, large">
      <div className={LINE_CLASS}>
        <Avatar name="Ada" />
        <Avatar name="Emmanuel Ogar" />
        <Avatar name="Ndidi Obi-Bassey" className="size-12 text-lg" />
      </div>
    </GalleryExample>
    <GalleryExample caption="Admins by name and email; a long email is cut">
      <div className="flex flex-wrap gap-8">
        <AdminName admin={{ name: "Emmanuel Ogar", email: "emmanuel@crossriverpay.example" }} />
        <AdminName admin={{ name: "Ndidi Obi-Bassey", email: "ndidi.obi-bassey@finance.crossriverpay.example" }} />
      </div>
    </GalleryExample>
    <GalleryExample caption="Keys">
      <div className={LINE_CLASS}>
        <Kbd>A</Kbd>
        <Kbd>Ctrl</Kbd>
        <Kbd>Enter</Kbd>
      </div>
    </GalleryExample>
    <GalleryExample caption="At work, and the place of what is still loading">
      <div className={LINE_CLASS}>
        <Spinner />
        <Skeleton className="h-4 w-72" />
      </div>
    </GalleryExample>
  </GallerySection>
);
