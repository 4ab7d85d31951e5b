import { ProgressBar } from "@/components/common/progress-bar";
import { RelativeTime } from "@/components/common/relative-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { Button } from "@/components/ui/button";
import type { WebhookEndpoint } from "@/lib/contract/app-config-webhooks";
import { describeEndpointEventTypes, describeEndpointState, isEndpointReceivingEvents } from "./webhook-words";

type EndpointAction = (endpoint: WebhookEndpoint) => void;
type Handlers = { onTest: EndpointAction; onRotate: EndpointAction; onReplay: EndpointAction; onStop: EndpointAction };

/** Returns the table columns of webhook endpoints. @param actions omitted if the admin may not change endpoints */
export const webhookEndpointColumns = (actions?: Handlers): readonly TableColumn<WebhookEndpoint>[] => [
  {
    id: "name",
    header: "Endpoint",
    wraps: true,
    cell: (endpoint) => (
      <div className="min-w-0 space-y-0.5 wrap-anywhere md:max-w-96">
        <p className="font-semibold">{endpoint.name}</p>
        <p className="font-normal">{endpoint.url}</p>
        <p className="font-normal text-muted">
          App {endpoint.app} · {describeEndpointEventTypes(endpoint.events)}
        </p>
        {endpoint.replay?.running && <ReplayProgress endpoint={endpoint} onStop={actions?.onStop} />}
      </div>
    ),
  },
  {
    id: "state",
    header: "State",
    phone: "line",
    wraps: true,
    cell: (endpoint) => {
      const { status, label, text } = describeEndpointState(endpoint);
      return (
        <div className="space-y-1 md:max-w-48">
          <StatusBadge status={status} label={label} />
          {text && <p className="text-muted">{text}</p>}
          {isEndpointReceivingEvents(endpoint) && endpoint.failing_since && (
            <p className="text-muted">
              First failure <RelativeTime at={endpoint.failing_since} />
            </p>
          )}
        </div>
      );
    },
  },
  { id: "success", header: "Last success", cell: ({ last_success_at }) => <TimeOrNever at={last_success_at} /> },
  { id: "failure", header: "Last failure", cell: ({ last_failure_at }) => <TimeOrNever at={last_failure_at} /> },
  ...(actions
    ? [
        {
          id: "more",
          header: "Test, secret and replay",
          quiet: true,
          phone: "line" as const,
          cell: (endpoint: WebhookEndpoint) => (
            <div className="flex flex-wrap gap-1">
              <Button
                size="sm"
                disabled={!isEndpointReceivingEvents(endpoint)}
                aria-label={`Send a test event to ${endpoint.name}`}
                onClick={() => actions.onTest(endpoint)}
              >
                Send test event
              </Button>
              <Button
                size="sm"
                aria-label={`New secret for ${endpoint.name}`}
                onClick={() => actions.onRotate(endpoint)}
              >
                New secret
              </Button>
              <Button
                size="sm"
                disabled={!isEndpointReceivingEvents(endpoint) || endpoint.replay?.running}
                aria-label={`Replay failed events of ${endpoint.name}`}
                onClick={() => actions.onReplay(endpoint)}
              >
                Replay failed
              </Button>
            </div>
          ),
        },
      ]
    : []),
];

function TimeOrNever({ at }: { at: string | null }) {
  return at ? <RelativeTime at={at} /> : <span className="text-muted">Never</span>;
}

function ReplayProgress({ endpoint, onStop }: { endpoint: WebhookEndpoint; onStop?: EndpointAction }) {
  if (!endpoint.replay) return null;
  const { done, total, total_is_capped } = endpoint.replay;
  return (
    <div className="flex items-end gap-3 pt-1">
      <div className="min-w-0 flex-1">
        <ProgressBar label={`Replay of ${endpoint.name}`} value={done} max={total} isCapped={total_is_capped} />
      </div>
      {onStop && (
        <Button size="sm" aria-label={`Stop the replay of ${endpoint.name}`} onClick={() => onStop(endpoint)}>
          Stop
        </Button>
      )}
    </div>
  );
}
