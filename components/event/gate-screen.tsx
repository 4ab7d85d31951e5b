"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FreeText } from "@/components/common/free-text";
import { PageHeader } from "@/components/common/page-header";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { canHashTicketCodes } from "@/lib/client/gate/codes";
import { DEFAULT_GATE_NAME, storedGateName } from "@/lib/client/gate/gate-name";
import { useIsFirstRenderedInBrowser, useIsHydrated } from "@/lib/client/use-in-browser";
import { eventRoutes } from "@/lib/contract/event.routes";
import type { GateCounts, GateView } from "@/lib/contract/event-gate";
import { recordUrl } from "@/lib/contract/records";
import { formatCount } from "@/lib/format";
import { eventGateQuery } from "@/lib/queries/event-gate";
import { useAccess } from "@/lib/queries/rp";
import { EVENTS_OVERVIEW_URL } from "./event-urls";
import { GateCamera } from "./gate-camera";
import { GateCodeField } from "./gate-code-field";
import { WrongAdmissionsList } from "./gate-conflicts";
import { GateScanHistory } from "./gate-history";
import { GateNameEditor } from "./gate-name-editor";
import { GateResultPanel } from "./gate-result";
import { GateStatus } from "./gate-status";
import { gateClosedReason } from "./gate-words";
import { useTicketGate, useTicketScans } from "./use-gate";
import { useKeepGatePageOpen } from "./use-gate-page";

const POLL_MS = 5_000;

type GateScreenProps = {
  eventId: string;
  /** Gate name from this phone's cookie, for the server's HTML; null if none is set yet. */
  gateName: string | null;
};

/** Renders the check-in of tickets on a phone at a gate, online and offline. */
export function GateScreen({ eventId, gateName: nameInHtml }: GateScreenProps) {
  const isMountedInBrowser = useIsFirstRenderedInBrowser();
  // Reads the cookie again, because a prefetched page may contain an older name.
  const [gateName] = useState(() => (isMountedInBrowser ? storedGateName() : nameInHtml));
  const { data: view } = useQuery({
    ...eventGateQuery(eventId),
    // Polls, so that the counts include admissions at the other gates.
    refetchInterval: POLL_MS,
    throwOnError: (_, query) => !query.state.data,
  });
  return view ? <GatePage view={view} gateName={gateName} /> : <Skeleton className="h-96" />;
}

function GatePage({ view: { event, counts }, gateName }: { view: GateView; gateName: string | null }) {
  const mayScan = useAccess(eventRoutes.scan);
  const mayUndo = useAccess(eventRoutes.undoCheckIn);
  const [name, setName] = useState(gateName ?? DEFAULT_GATE_NAME);
  const { gate, state } = useTicketGate(event.id, event.state, mayScan);
  const { results, busy, check, isBusy } = useTicketScans(gate, name);
  const connected = state?.connected ?? true;
  useKeepGatePageOpen({ mayLeave: connected && !state?.unkept });
  const inBrowser = useIsHydrated();
  const canVerifyCodes = !inBrowser || canHashTicketCodes();
  const closedReason = gateClosedReason(event.state);
  return (
    <>
      <PageHeader
        title="Check-in"
        breadcrumbs={[
          { label: "Events", href: EVENTS_OVERVIEW_URL },
          { label: event.title, href: recordUrl("event", event.id) },
        ]}
        description={
          <>
            <span className="font-semibold text-foreground">{event.title}</span> · {event.venue}
          </>
        }
      />
      <div className="mx-auto grid max-w-5xl items-start gap-5 md:grid-cols-2">
        <div className="min-w-0 space-y-4">
          {mayScan && <GateNameEditor name={name} known={gateName !== null} onName={setName} />}
          <GateCountsRow counts={counts} unsent={state?.waiting ?? 0} />
          {state && <GateStatus state={state} expected={counts.expected} />}
          {closedReason && <Alert tone="warning">{closedReason}</Alert>}
          {!canVerifyCodes && (
            <Alert tone="danger">
              Tickets can't be checked here: this page was opened without https. Open its address with https.
            </Alert>
          )}
          {!mayScan && <Alert>You can see the counts. Checking tickets in needs the right to update events.</Alert>}
          {mayScan && canVerifyCodes && (
            <>
              <GateResultPanel result={results[0]} connected={connected} mayUndo={mayUndo} />
              <GateCamera onCode={check} isBusy={isBusy} />
              <GateCodeField busy={busy} ready={gate !== null} check={check} />
            </>
          )}
        </div>
        <div className="min-w-0 space-y-5">
          {mayScan && canVerifyCodes && <GateScanHistory results={results} connected={connected} />}
          <WrongAdmissionsList eventId={event.id} count={counts.conflicts} />
        </div>
      </div>
    </>
  );
}

/** Shows the counts of admissions. @param unsent admissions on this phone that the server has not counted yet */
function GateCountsRow({ counts, unsent }: { counts: GateCounts; unsent: number }) {
  return (
    <Card aria-label="Checked in so far" className="px-5 py-4">
      <p className="font-extrabold text-3xl tabular-nums">
        {formatCount(counts.checked_in + unsent)} of {formatCount(counts.expected)} in
      </p>
      {counts.types.length > 1 && (
        <details className="mt-1">
          <summary className="w-fit rounded-sm py-1 font-semibold text-sm">By ticket type</summary>
          <ul className="space-y-1 pt-1 text-sm">
            {counts.types.map((type) => (
              <li key={type.id} className="flex justify-between gap-3">
                <FreeText>{type.name}</FreeText>
                <span className="tabular-nums">
                  {formatCount(type.checked_in)} of {formatCount(type.expected)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
