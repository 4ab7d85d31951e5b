import { clsx } from "clsx";
import { CircleCheck, CircleX, ScanLine } from "lucide-react";
import { HoverLink } from "@/components/ui/hover-link";
import type { GateResult } from "@/lib/client/gate/result";
import { recordUrl } from "@/lib/contract/records";

import { adviceFor, resultWords } from "./gate-words";

type GateResultPanelProps = {
  /** undefined: nothing was scanned yet. */
  result: GateResult | undefined;
  /** The ticket's page can't be opened without the network. */
  connected: boolean;
  mayUndo: boolean;
};

/** The last scan, to be seen from an arm's length and heard by anyone who can't see it. */
export function GateResultPanel({ result, connected, mayUndo }: GateResultPanelProps) {
  return (
    // Stays in place, so that a screen reader hears what comes into it, at once.
    <div role="status" aria-live="assertive" aria-atomic="true" aria-label="Last scan">
      {result ? (
        <Panel key={result.id} result={result} link={connected} mayUndo={mayUndo} />
      ) : (
        <p className="flex min-h-44 flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed p-4 text-center text-muted">
          <ScanLine aria-hidden="true" className="size-8" />
          Scan a ticket or type its code
        </p>
      )}
    </div>
  );
}

function Panel({ result, link, mayUndo }: { result: GateResult; link: boolean; mayUndo: boolean }) {
  const isIn = result.result === "checked_in";
  const Icon = isIn ? CircleCheck : CircleX;
  const advice = adviceFor(result);
  return (
    <div
      className={clsx(
        "flex min-h-44 animate-appear items-start gap-3 rounded-lg p-4",
        isIn ? "bg-success text-surface" : "bg-danger-fill text-white",
      )}
    >
      <Icon aria-hidden="true" className="size-11 shrink-0" />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-extrabold text-3xl text-balance break-words">{resultWords(result)}</p>
        {result.holder && <p className="font-bold text-xl break-words">{result.holder}</p>}
        {result.type && <p className="text-lg break-words">{result.type}</p>}
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
