import { Alert } from "@/components/ui/alert";

type EntryMissingProps = {
  title?: string;
  /** Instructions by path within the draft. */
  missing: Readonly<Record<string, string>>;
  onGoTo: (path: string) => void;
};

/** Lists what a draft needs before it can be published, each linking to its field. */
export function EntryMissing({ title = "Before you can publish", missing, onGoTo }: EntryMissingProps) {
  return (
    <Alert tone="warning" title={title}>
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

type RecordMissingProps = Required<EntryMissingProps> & {
  /** DOM id that describes the locked button. */
  id: string;
};

/** Renders the list above a record's form, or nothing if nothing is missing. */
export function RecordMissing({ id, ...props }: RecordMissingProps) {
  if (Object.keys(props.missing).length === 0) return null;
  return (
    <div id={id} className="mb-5">
      <EntryMissing {...props} />
    </div>
  );
}
