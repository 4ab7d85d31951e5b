/** Renders an action in words, with its API name below, which the filters of the trail use. */
export function ActionName({ action, words: actionText }: { action: string; words: string }) {
  return (
    <>
      {actionText}
      <code className="block text-xs wrap-anywhere text-muted">{action}</code>
    </>
  );
}
