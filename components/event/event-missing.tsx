import { Alert } from "@/components/ui/alert";
import { MISSING_ID } from "./event-screen-words";

type EventMissingProps = {
  /** Field → what to do. */
  missing: Readonly<Record<string, string>>;
  onGoTo: (field: string) => void;
};

/** What a draft lacks before it can go live; each line leads to its field. */
export function EventMissing({ missing, onGoTo }: EventMissingProps) {
  const lines = Object.entries(missing);
  if (lines.length === 0) return null;
  return (
    <div id={MISSING_ID} className="mb-5">
      <Alert tone="warning" title="Before it can go live">
        <ul className="mt-1 list-disc space-y-1 pl-5">
          {lines.map(([field, words]) => (
            <li key={field}>
              <button type="button" onClick={() => onGoTo(field)} className="text-left underline underline-offset-2">
                {words}
              </button>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}
