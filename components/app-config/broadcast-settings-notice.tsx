import { Alert } from "@/components/ui/alert";

/** Lists the server settings that the operators of the server must add before notifications can be sent. */
export function MissingBroadcastSettingsNotice({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null;
  return (
    <Alert tone="warning" title="Notifications can't be sent yet">
      <p className="font-normal">
        This server has no Firebase account. Ask operations to set{" "}
        {missing.map((name, index) => (
          <span key={name}>
            {index > 0 && ", "}
            <code className="wrap-anywhere">{name}</code>
          </span>
        ))}
        . You can still write drafts.
      </p>
    </Alert>
  );
}
