import { FreeText } from "@/components/common/free-text";
import { adminLabel } from "@/lib/format";
import { DateTime } from "./date-time";

type Note = { id: string; text: string; by: { name: string; email: string }; at: string };

/** Lists internal notes, newest first. */
export const NoteList = ({ notes }: { notes: readonly Note[] }) => (
  <ul className="space-y-3 text-sm">
    {notes.map(({ id, text, by, at }) => (
      <li key={id}>
        <FreeText as="p" lines>
          {text}
        </FreeText>
        <FreeText as="p" className="text-muted">
          {adminLabel(by)} · <DateTime at={at} />
        </FreeText>
      </li>
    ))}
  </ul>
);
