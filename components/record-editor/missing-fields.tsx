import { Alert } from "@/components/ui/alert";

type MissingFieldsProps = {
  title?: string;
  /** Instruction for each missing field, by path within the draft. */
  missing: Readonly<Record<string, string>>;
  onGoTo: (path: string) => void;
};

/** Lists the fields that a draft needs before it can be published. Each item links to its field. */
export function MissingFields({ title = "Before you can publish", missing, onGoTo: onGoToField }: MissingFieldsProps) {
  return (
    <Alert tone="warning" title={title}>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {Object.entries(missing).map(([path, message]) => (
          <li key={path}>
            <button type="button" onClick={() => onGoToField(path)} className="text-left underline underline-offset-2">
              {message}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

type RecordMissingFieldsProps = Required<MissingFieldsProps> & {
  /** DOM id, by which the disabled button is described (`aria-describedby`). */
  id: string;
};

/** Renders a record's missing fields above its form, or nothing if none is missing. */
export function RecordMissingFields({ id, ...props }: RecordMissingFieldsProps) {
  if (Object.keys(props.missing).length === 0) return null;
  return (
    <div id={id} className="mb-5">
      <MissingFields {...props} />
    </div>
  );
}
