import { DateTime } from "@/components/common/date-time";
import { FactList } from "@/components/common/fact-list";
import { FreeText } from "@/components/common/free-text";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import type { SystemPartStatus } from "@/lib/contract/system-logs";
import { SYSTEM_PART_LABELS } from "@/lib/contract/system-logs.values";
import { formatIfDate } from "@/lib/format";

/** Shows the state of one part of the system, its last success, details, and what to do next. */
export function SystemStatusLineCard({ line }: { line: SystemPartStatus }) {
  const { part, state, failing_since, last_success_at, facts, next } = line;
  return (
    <Card aria-label={SYSTEM_PART_LABELS[part]}>
      <CardHeader title={SYSTEM_PART_LABELS[part]} actions={<StatusBadge status={state} />} />
      <div className="space-y-3 px-5 pb-4 wrap-anywhere [&_time]:whitespace-normal">
        <FactList
          facts={[
            failing_since !== null && ["Failing since", <DateTime key="since" at={failing_since} seconds />],
            [
              "Last success",
              last_success_at === null ? "None recorded" : <DateTime key="success" at={last_success_at} seconds />,
            ],
            ...facts.map(({ label, value }) => [label, formatIfDate(value)] as const),
          ]}
        />
        {next && (
          <div className="rounded-md bg-sunken px-3 py-2 text-sm">
            <FreeText as="p" className="font-medium">
              {next.text}
            </FreeText>
            <p className="text-muted">{next.document}</p>
          </div>
        )}
      </div>
    </Card>
  );
}
