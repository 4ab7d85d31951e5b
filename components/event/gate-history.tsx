import { CircleCheck, CircleX } from "lucide-react";
import { FreeText } from "@/components/common/free-text";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { GateScanResult } from "@/lib/client/gate/result";
import { recordUrl } from "@/lib/contract/records";
import { formatTime } from "@/lib/format";

import { describeScanResult } from "./gate-words";

/** Lists the ticket scans made on this page, newest first. */
export function GateScanHistory({ results, connected }: { results: readonly GateScanResult[]; connected: boolean }) {
  return (
    <Card>
      <CardHeader title="Last scans" description="On this phone. The list is cleared when you leave the page." />
      {results.length === 0 ? (
        <p className="px-5 pb-5 text-muted">No scans yet</p>
      ) : (
        <ul aria-label="Last scans" className="divide-y border-t">
          {results.map((result) => (
            <ScanItem key={result.id} result={result} connected={connected} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ScanItem({ result, connected }: { result: GateScanResult; connected: boolean }) {
  const isCheckedIn = result.result === "checked_in";
  const Icon = isCheckedIn ? CircleCheck : CircleX;
  const holderAndType = [result.holder, result.type].filter(Boolean).join(" · ");
  return (
    <li className="flex items-start gap-3 px-5 py-2.5 text-sm">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${isCheckedIn ? "text-success" : "text-danger"}`} />
      <FreeText as="div" className="flex-1">
        <p className="font-semibold">{describeScanResult(result)}</p>
        {holderAndType && <p>{holderAndType}</p>}
        <p className="text-muted tabular-nums">
          {formatTime(result.scanned)}
          {result.offline && " · offline"}
        </p>
      </FreeText>
      {connected && result.ticketId && (
        <HoverLink
          href={recordUrl("ticket", result.ticketId)}
          aria-label={`Open ticket of ${holderAndType || "this scan"}`}
          className="rounded-sm py-1 font-semibold text-primary hover:underline"
        >
          Open ticket
        </HoverLink>
      )}
    </li>
  );
}
