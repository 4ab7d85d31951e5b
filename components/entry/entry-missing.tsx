import { Alert } from "@/components/ui/alert";

type EntryMissingProps = {
  /** Path below the draft → what to do. */
  missing: Readonly<Record<string, string>>;
  onGoTo: (path: string) => void;
};

/** What a draft lacks before it can be published; each line leads to its field. */
export function EntryMissing({ missing, onGoTo }: EntryMissingProps) {
  return (
    <Alert tone="warning" title="Before you can publish">
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {Object.entries(missing).map(([path, words]) => (
          <li key={path}>
            <button type="button" onClick={() => onGoTo(path)} className="text-left underline underline-offset-2">
              {words}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
