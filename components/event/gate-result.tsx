import { clsx } from "clsx";
import { CircleCheck, CircleX, ScanLine } from "lucide-react";
import { FreeText } from "@/components/common/free-text";
import { HoverLink } from "@/components/ui/hover-link";
import type { GateScanResult } from "@/lib/client/gate/result";
import { recordUrl } from "@/lib/contract/records";

import { adviceForScan, describeScanResult } from "./gate-words";

type GateResultPanelProps = {
  /** Result of the last scan; undefined before the first scan. */
  result: GateScanResult | undefined;
  /** False while offline, when a ticket's page can't be opened. */
  connected: boolean;
  mayUndo: boolean;
};

/** Shows the result of the last scan, readable at arm's length and announced by screen readers. */
export function GateResultPanel({ result, connected, mayUndo }: GateResultPanelProps) {
  return (
    // Keeps the live region mounted, so that screen readers announce a new result immediately.
    <div role="status" aria-live="assertive" aria-atomic="true" aria-label="Last scan">
      {result ? (
        <ResultPanel key={result.id} result={result} link={connected} mayUndo={mayUndo} />
      ) : (
        <p className="flex min-h-44 flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed p-4 text-center text-muted">
          <ScanLine aria-hidden="true" className="size-8" />
          Scan a ticket or type its code
        </p>
      )}
    </div>
  );
}

function ResultPanel({ result, link, mayUndo }: { result: GateScanResult; link: boolean; mayUndo: boolean }) {
  const isIn = result.result === "checked_in";
  const Icon = isIn ? CircleCheck : CircleX;
  const advice = adviceForScan(result);
  return (
    <div
      className={clsx(
        "flex min-h-44 animate-appear items-start gap-3 rounded-lg p-4",
        isIn ? "bg-success text-surface" : "bg-danger-fill text-white",
      )}
    >
      <Icon aria-hidden="true" className="size-11 shrink-0" />
      <div className="min-w-0 flex-1 space-y-1">
        <FreeText as="p" className="font-extrabold text-3xl text-balance">
          {describeScanResult(result)}
        </FreeText>
        {result.holder && (
          <FreeText as="p" className="font-bold text-xl">
            {result.holder}
          </FreeText>
        )}
        {result.type && (
          <FreeText as="p" className="text-lg">
            {result.type}
          </FreeText>
        )}
        {advice && <p className="font-medium text-lg">{advice}</p>}
        {result.offline && isIn && <p className="text-sm">Offline: sent later</p>}
        {link && result.ticketId && (
          <HoverLink
            href={recordUrl("ticket", result.ticketId)}
            className="inline-block rounded-sm py-1 font-semibold underline outline-current"
          >
            {mayUndo && (isIn || result.result === "already_in") ? "Open ticket to undo the check-in" : "Open ticket"}
          </HoverLink>
        )}
      </div>
    </div>
  );
}
