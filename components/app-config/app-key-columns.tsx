import { DateTime } from "@/components/common/date-time";
import { RelativeTime } from "@/components/common/relative-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { Button } from "@/components/ui/button";
import type { AppKey } from "@/lib/contract/app-config-keys";
import {
  APP_KEY_STATE_LABELS,
  appKeyBadgeStatus,
  describeAllowedCallGroups,
  isAppKeyChangeable,
  isAppKeyEndable,
  isAppKeyFromSettings,
} from "./app-key-words";

type KeyAction = (appKey: AppKey) => void;
/** Handlers of an app key's buttons. A handler is undefined if the admin lacks the right to the action. */
type Handlers = { onRotate?: KeyAction; onEnd?: KeyAction };

/** Returns the table columns of the citizen apps' API keys. */
export const appKeyColumns = ({ onRotate, onEnd }: Handlers): readonly TableColumn<AppKey>[] => [
  {
    id: "name",
    header: "Key",
    wraps: true,
    cell: (appKey) => (
      <div className="min-w-0 space-y-0.5 wrap-anywhere md:max-w-96">
        <p className="font-semibold">{appKey.name}</p>
        <p className="font-normal">
          App {appKey.app}
          {appKey.prefix && (
            <>
              {" · "}
              <code>{appKey.prefix}…</code>
            </>
          )}
        </p>
        <p className="font-normal text-muted">{describeAllowedCallGroups(appKey.groups)}</p>
      </div>
    ),
  },
  { id: "state", header: "State", phone: "line", wraps: true, cell: (appKey) => <KeyState appKey={appKey} /> },
  {
    id: "used",
    header: "Last used",
    cell: (appKey) =>
      appKey.last_used_at ? (
        <RelativeTime at={appKey.last_used_at} />
      ) : (
        <span className="text-muted">{isAppKeyFromSettings(appKey) ? "–" : "Never"}</span>
      ),
  },
  {
    id: "made",
    header: "Made",
    wraps: true,
    cell: (appKey) =>
      isAppKeyFromSettings(appKey) ? (
        <span className="text-muted">From settings</span>
      ) : (
        <div className="wrap-anywhere md:max-w-48">
          {appKey.created_at && <DateTime at={appKey.created_at} />}
          <p className="text-muted">by {appKey.created_by?.name}</p>
        </div>
      ),
  },
  ...(onRotate || onEnd
    ? [
        {
          id: "more",
          header: "Rotate and end",
          quiet: true,
          phone: "line" as const,
          cell: (appKey: AppKey) => (
            <div className="flex flex-wrap gap-1">
              {onRotate && isAppKeyChangeable(appKey) && (
                <Button
                  size="sm"
                  aria-label={`Rotate ${appKey.name}, ${appKey.prefix}`}
                  onClick={() => onRotate(appKey)}
                >
                  Rotate
                </Button>
              )}
              {onEnd && isAppKeyEndable(appKey) && (
                <Button size="sm" aria-label={`End ${appKey.name}, ${appKey.prefix}`} onClick={() => onEnd(appKey)}>
                  End
                </Button>
              )}
            </div>
          ),
        },
      ]
    : []),
];

/** Shows the state of an app key: a badge, the time at which the key ends or ended, and the key that replaced it. */
function KeyState({ appKey }: { appKey: AppKey }) {
  const { state, ends_at, ended_by, replaced_by } = appKey;
  return (
    <div className="space-y-1 md:max-w-48">
      <StatusBadge status={appKeyBadgeStatus(state)} label={APP_KEY_STATE_LABELS[state]} />
      {isAppKeyFromSettings(appKey) && <p className="text-muted">Operations change it in APP_API_KEYS.</p>}
      {ends_at && (
        <p className="text-muted">
          {state === "ended" ? "Since" : "Until"} <DateTime at={ends_at} />
          {ended_by && `, by ${ended_by.name}`}
        </p>
      )}
      {replaced_by && (
        <p className="text-muted">
          Replaced by <code>{replaced_by.prefix}…</code>
        </p>
      )}
    </div>
  );
}
