import { actionWords } from "@/lib/contract/actions";

/** What somebody did, in words; beneath, how the API and the trail's filters name it. */
export function ActionName({ action }: { action: string }) {
  return (
    <>
      {actionWords(action)}
      <code className="block text-xs break-all text-muted">{action}</code>
    </>
  );
}
