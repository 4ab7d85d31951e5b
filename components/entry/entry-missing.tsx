import { Alert } from "@/components/ui/alert";

type EntryMissingProps = {
  title?: string;
  /** Path below the draft → what to do. */
  missing: Readonly<Record<string, string>>;
  onGoTo: (path: string) => void;
};

/** What a draft lacks before it can be published; each line leads to its field. */
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
  /** The button that it locks points there. */
  id: string;
};

/** The same above a record's form, while it lacks something. */
export function RecordMissing({ id, ...props }: RecordMissingProps) {
  if (Object.keys(props.missing).length === 0) return null;
  return (
    <div id={id} className="mb-5">
      <EntryMissing {...props} />
    </div>
  );
}
