import { adminWords } from "@/lib/format";
import { DateTime } from "./date-time";

type Note = { id: string; text: string; by: { name: string; email: string }; at: string };

/** What officers wrote for each other, newest first. */
export const NoteList = ({ notes }: { notes: readonly Note[] }) => (
  <ul className="space-y-3 text-sm">
    {notes.map(({ id, text, by, at }) => (
      <li key={id}>
        <p className="break-words whitespace-pre-wrap">{text}</p>
        <p className="break-words text-muted">
          {adminWords(by)} · <DateTime at={at} />
        </p>
      </li>
    ))}
  </ul>
);
