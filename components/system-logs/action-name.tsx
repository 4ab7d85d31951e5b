/** What somebody did, in words; beneath, how the API and the trail's filters name it. */
export function ActionName({ action, words }: { action: string; words: string }) {
  return (
    <>
      {words}
      <code className="block text-xs break-all text-muted">{action}</code>
    </>
  );
}
