import { CircleCheck, CircleX } from "lucide-react";
import { FreeText } from "./free-text";

type Result = { id: string; name: string; done: boolean; message: string };

/** Lists the result of each row of a bulk action. */
export function BulkResultList({ results }: { results: readonly Result[] }) {
  return (
    <ul className="space-y-3 text-sm">
      {results.map(({ id, name, done, message }) => {
        const Icon = done ? CircleCheck : CircleX;
        return (
          <li key={id} className="flex gap-2.5">
            <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${done ? "text-success" : "text-danger"}`} />
            <FreeText>
              <span className="block font-semibold">{name}</span>
              <span className="text-muted">{message}</span>
            </FreeText>
          </li>
        );
      })}
    </ul>
  );
}
