import { Alert } from "@/components/ui/alert";

/** What operations have to set before anything is sent; all else works without. */
export function BroadcastSettingsNotice({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null;
  return (
    <Alert tone="warning" title="Notifications can't be sent yet">
      <p className="font-normal">
        This server has no Firebase account. Ask operations to set{" "}
        {missing.map((name, index) => (
          <span key={name}>
            {index > 0 && ", "}
            <code className="break-all">{name}</code>
          </span>
        ))}
        . You can still write drafts.
      </p>
    </Alert>
  );
}
