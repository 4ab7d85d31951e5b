import type { ReactNode } from "react";
import { ERRORS } from "@/lib/server/api/error-codes";
import { ADMIN_EXAMPLES, GUIDE } from "@/lib/server/api/guide";
import { EXAMPLES } from "@/lib/server/app-door/examples";

/** Examples by audience: dashboard, citizen app, public. */
const EXAMPLES_BY_API = [
  { id: "example-admins", title: "Admin API by example", examples: ADMIN_EXAMPLES },
  {
    id: "example-app",
    title: "Citizen app API by example",
    examples: EXAMPLES.filter(({ isPublic }) => !isPublic),
  },
  { id: "example-public", title: "Public API by example", examples: EXAMPLES.filter(({ isPublic }) => isPublic) },
];

export const SECTIONS = [...GUIDE, { id: "errors", title: "Errors" }, ...EXAMPLES_BY_API].map(({ id, title }) => ({
  id,
  title,
}));

/** Renders the introduction: rules for every call, error codes, and examples. */
export function Guide() {
  return (
    <>
      <p className="max-w-3xl">
        Choose a call for its inputs, its responses and sample code, and to try it on this server. For machines:{" "}
        <a className="text-primary underline" href="/api/v1/openapi.json">
          openapi.json
        </a>
      </p>
      {GUIDE.map(({ id, title, paragraphs }) => (
        <Section key={id} id={id} title={title}>
          {paragraphs.map((text) => (
            <p key={text} className="mt-2 max-w-3xl">
              <Words>{text}</Words>
            </p>
          ))}
        </Section>
      ))}
      <Section id="errors" title="Errors">
        <p className="mt-2">A refused call has changed nothing.</p>
        <Errors />
      </Section>
      {EXAMPLES_BY_API.map(({ id, title, examples }) => (
        <Section key={id} id={id} title={title}>
          {examples.map((example) => (
            <Example key={example.title} {...example} />
          ))}
        </Section>
      ))}
    </>
  );
}

/** Renders text in which `backticks` mark code. */
function Words({ children }: { children: string }) {
  return children.split("`").map((part, at) =>
    at % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <code key={at} className="wrap-anywhere">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} tabIndex={-1} className="text-xl font-bold outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Example({ title, text, commands }: { title: string; text: string; commands: string }) {
  return (
    <article className="mt-4 rounded-lg border border-border bg-surface p-5 shadow-card">
      <h3 className="font-bold">{title}</h3>
      <p className="mt-1 max-w-3xl">
        <Words>{text}</Words>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs keyboard focus */}
      <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-md bg-sunken p-3 text-xs">
        <code>{commands}</code>
      </pre>
    </article>
  );
}

function Errors() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs keyboard focus
    <section tabIndex={0} aria-label="Table of errors" className="mt-3 overflow-x-auto">
      <table aria-labelledby="errors" className="w-full text-left text-sm">
        <thead>
          <tr>
            {["Status", "Code", "When", "What to do"].map((head) => (
              <th key={head} scope="col" className="border-b border-border py-2 pr-4">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ERRORS.map(({ status, code, when, remedy }) => (
            <tr key={code} id={code} className="border-b border-border align-top">
              <td className="py-2 pr-4">{status}</td>
              <th scope="row" className="py-2 pr-4 font-semibold">
                <code>{code}</code>
              </th>
              <td className="min-w-56 py-2 pr-4">
                <Words>{when}</Words>
              </td>
              <td className="min-w-48 py-2">
                <Words>{remedy}</Words>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
