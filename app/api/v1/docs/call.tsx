import type { DocumentedCall } from "@/lib/server/api/documented-calls";
import { type Shape, typeOf } from "@/lib/server/api/shapes";
import { CODE_BLOCK, Words } from "./words";

/** Renders one API call: purpose, input, output, and the errors that are specific to it. */
export function Call({
  name,
  method,
  path,
  summary,
  needs,
  parameters,
  body,
  fileTypes,
  answer,
  refusals,
}: DocumentedCall) {
  return (
    <article id={name} className="mt-4 rounded-lg border border-border bg-surface p-5 shadow-card">
      <h3 className="font-bold">
        <code className="break-all">
          <span className="text-primary">{method}</span> /api/v1{path}
        </code>
      </h3>
      <p className="mt-1">{summary}.</p>
      <p className="text-sm text-muted">
        <a href={`#${name}`} className="underline">
          <code>{name}</code>
        </a>{" "}
        · {needs}
      </p>
      {parameters.length > 0 && (
        <ul className="mt-3 space-y-1 text-sm">
          {parameters.map((parameter) => (
            <li key={parameter.name} className="wrap-anywhere">
              <code className="font-semibold">{parameter.name}</code>{" "}
              <span className="text-muted">
                {parameter.in}
                {parameter.required ? ", required" : ""}
              </span>{" "}
              <code>{typeOf(parameter.schema ?? {})}</code>
            </li>
          ))}
        </ul>
      )}
      {fileTypes.length > 0 && <p className="mt-3 text-sm">The body is the file: {fileTypes.join(", ")}.</p>}
      <ShapeOf title="Body" shape={body} />
      <ShapeOf title="Answer" shape={answer} />
      {!answer && <p className="mt-3 text-sm">The answer is a file.</p>}
      <p className="mt-3 text-sm text-muted">
        Refusals: <Words>{refusals.map(([status, words]) => `${status} ${words}`).join(" ")}</Words>
      </p>
    </article>
  );
}

function ShapeOf({ title, shape }: { title: string; shape: Shape | null }) {
  if (!shape) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer font-semibold">{title}</summary>
      <pre className={`mt-2 whitespace-pre-wrap wrap-anywhere ${CODE_BLOCK}`}>
        <code>{typeOf(shape)}</code>
      </pre>
    </details>
  );
}
