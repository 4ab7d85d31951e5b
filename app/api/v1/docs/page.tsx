import type { Metadata } from "next";
import { apiDocument } from "@/lib/server/api/document";
import { ERRORS, EXAMPLES } from "@/lib/server/app-door/examples";

export const metadata: Metadata = { title: "API" };

type Parameter = { name: string; in: string; required?: boolean; schema?: unknown };
type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
};

/** The API document for reading; the same for machines is at /api/v1/openapi.json. */
export default async function ApiDocumentPage() {
  const document = await apiDocument();
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  );
  const groups = [...new Set(calls.map(({ operation }) => operation.tags?.[0] ?? ""))];
  return (
    <main className="mx-auto max-w-5xl px-4 py-10 md:px-8">
      <h1 className="text-2xl font-extrabold tracking-tight">{document.info.title}</h1>
      <p className="mt-2 text-muted">{document.info.description}</p>
      <p className="mt-1 text-muted">
        Three doors: admins send their session token as <code>Authorization: Bearer …</code>, the citizen app's server
        its key, and below <code>/public</code> nobody sends anything. For machines:{" "}
        <a className="font-semibold text-primary underline" href="/api/v1/openapi.json">
          openapi.json
        </a>
      </p>
      <Examples />
      {groups.map((group) => (
        <section key={group} aria-labelledby={`group-${group}`} className="mt-10">
          <h2 id={`group-${group}`} className="text-xl font-bold">
            {group}
          </h2>
          {calls
            .filter(({ operation }) => operation.tags?.[0] === group)
            .map((call) => (
              <Call key={`${call.method} ${call.path}`} {...call} />
            ))}
        </section>
      ))}
    </main>
  );
}

/** How the citizen app's door and the public one are called; word for word the same as in docs/citizen-app.md. */
function Examples() {
  return (
    <section aria-labelledby="examples" className="mt-10">
      <h2 id="examples" className="text-xl font-bold">
        Citizen app and public door by example
      </h2>
      {EXAMPLES.map(({ title, text, commands }) => (
        <article key={title} className="mt-4 rounded-lg border border-border bg-surface p-5 shadow-card">
          <h3 className="font-bold">{title}</h3>
          <p className="mt-1">{text.replaceAll("`", "")}</p>
          {/* A key press scrolls it, for whoever has no mouse. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
          <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-md bg-sunken p-3 text-xs">
            <code>{commands}</code>
          </pre>
        </article>
      ))}
      <h3 id="errors" className="mt-8 font-bold">
        When a call is refused
      </h3>
      <div className="mt-3 overflow-x-auto">
        <table aria-labelledby="errors" className="w-full text-left text-sm">
          <thead>
            <tr>
              {["Status", "When", "What to do"].map((head) => (
                <th key={head} scope="col" className="border-b border-border py-2 pr-4">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ERRORS.map(({ status, when, remedy }) => (
              <tr key={status} className="border-b border-border align-top">
                <th scope="row" className="py-2 pr-4 font-semibold whitespace-nowrap">
                  {status}
                </th>
                <td className="py-2 pr-4">{when.replaceAll("`", "")}</td>
                <td className="py-2">{remedy.replaceAll("`", "")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Call({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const answer = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  return (
    <article
      id={operation.operationId}
      className="mt-4 scroll-mt-4 rounded-lg border border-border bg-surface p-5 shadow-card"
    >
      <h3 className="font-bold">
        <code className="break-all">
          <span className="text-primary uppercase">{method}</span> /v1{path}
        </code>
      </h3>
      <p className="mt-1">{operation.summary}.</p>
      <p className="text-sm text-muted">{operation.description}</p>
      {operation.parameters && operation.parameters.length > 0 && (
        <ul className="mt-3 space-y-1 text-sm">
          {operation.parameters.map((parameter) => (
            <li key={parameter.name}>
              <code className="font-semibold">{parameter.name}</code>{" "}
              <span className="text-muted">
                {parameter.in}
                {parameter.required ? ", required" : ""}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Schema title="Body" schema={body} />
      <Schema title="Answer" schema={answer} />
      <p className="mt-3 text-sm text-muted">
        Refusals:{" "}
        {Object.entries(operation.responses ?? {})
          .filter(([status]) => Number(status) >= 400)
          .map(([status, { description }]) => `${status} ${description}`)
          .join(" ")}
      </p>
    </article>
  );
}

function Schema({ title, schema }: { title: string; schema: unknown }) {
  if (!schema) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer font-semibold">{title}</summary>
      <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 text-xs">
        <code>{JSON.stringify(schema, null, 2)}</code>
      </pre>
    </details>
  );
}
