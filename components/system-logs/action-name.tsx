/** Renders an audited action in words, with its API name below, which is used in filters. */
export function AuditActionName({ action, words: actionText }: { action: string; words: string }) {
  return (
    <>
      {actionText}
      <code className="block text-xs wrap-anywhere text-muted">{action}</code>
    </>
  );
}
