import { CloudOff, LoaderCircle, Wifi } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import type { CheckInGateState } from "@/lib/client/gate/gate";
import { formatCount, pluralize } from "@/lib/format";

type GateStatusProps = {
  state: CheckInGateState;
  /** Number of valid tickets, from which the download's progress is estimated. The download also contains refunded and void tickets. */
  expected: number;
};

const scans = (count: number) => pluralize(count, "scan");

/** Shows the state of this phone at the gate: downloaded tickets, network and unsent scans. */
export function GateStatus({ state, expected }: GateStatusProps) {
  const { kept, whole, connected, waiting, waitingElsewhere, waitingOfOthers, unkept, conflicts, problem } = state;
  const loadedPercent = Math.min(99, Math.floor((100 * kept) / Math.max(expected, 1)));
  return (
    <div className="space-y-2">
      <p role="status" className="min-h-6">
        {!connected ? (
          <Badge tone="warning" className="text-sm whitespace-normal!">
            <CloudOff aria-hidden="true" /> Offline: {scans(waiting)} waiting
          </Badge>
        ) : whole ? (
          <Badge tone="success" className="text-sm whitespace-normal!">
            <Wifi aria-hidden="true" /> Ready to work offline: {pluralize(kept, "ticket")} on this phone
            {waiting > 0 && `, ${scans(waiting)} being sent`}
          </Badge>
        ) : (
          <Badge tone="info" className="text-sm">
            <LoaderCircle aria-hidden="true" /> Loading tickets: {loadedPercent}%
          </Badge>
        )}
      </p>
      {!connected && (
        <Alert tone="warning">
          {whole
            ? "Check-in still works. Keep this page open: it can't be loaded again without a network."
            : "This phone's list is not complete. A code that is not on it may still be valid."}
        </Alert>
      )}
      {conflicts > 0 && (
        <Alert
          tone="danger"
          action={
            <a href="#let-in-twice" className="font-bold underline">
              See list
            </a>
          }
        >
          {formatCount(conflicts)} {conflicts === 1 ? "was" : "were"} let in twice or by mistake while this phone was
          offline.
        </Alert>
      )}
      {problem && <Alert tone="danger">{problem}</Alert>}
      {unkept > 0 && (
        <Alert tone="danger">
          {scans(unkept)} {unkept === 1 ? "is" : "are"} not saved on this phone: its storage is full or blocked. Keep
          this page open until {unkept === 1 ? "it is" : "they are"} sent.
        </Alert>
      )}
      {waitingElsewhere > 0 && (
        <Alert>
          {scans(waitingElsewhere)} of another event on this phone {waitingElsewhere === 1 ? "is" : "are"} still to be
          sent.
        </Alert>
      )}
      {waitingOfOthers > 0 && (
        <Alert tone="warning">
          {scans(waitingOfOthers)} by another admin {waitingOfOthers === 1 ? "is" : "are"} waiting on this phone, to be
          sent when that admin signs in here and opens this page.
        </Alert>
      )}
    </div>
  );
}
