import { DateTime } from "./date-time";

type Note = { id: string; text: string; by: { name: string }; at: string };

/** What officers wrote for each other, newest first. */
export const NoteList = ({ notes }: { notes: readonly Note[] }) => (
  <ul className="space-y-3 text-sm">
    {notes.map(({ id, text, by, at }) => (
      <li key={id}>
        <p className="break-words whitespace-pre-wrap">{text}</p>
        <p className="text-muted">
          {by.name} · <DateTime at={at} />
        </p>
      </li>
    ))}
  </ul>
);
