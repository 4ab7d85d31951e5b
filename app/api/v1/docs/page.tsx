import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { docsAccess } from "@/lib/server/api/docs-access";
import { documentedCalls } from "@/lib/server/api/documented-calls";
import { ERRORS } from "@/lib/server/api/error-codes";
import { ADMIN_EXAMPLES, GUIDE } from "@/lib/server/api/guide";
import { NAMES } from "@/lib/server/api/shapes";
import { EXAMPLES } from "@/lib/server/app-api/examples";
import { Call } from "./call";
import { CODE_BLOCK, Words } from "./words";

export const metadata: Metadata = { title: "API" };

/** Examples by audience: dashboard, citizen app, public. */
const EXAMPLE_GROUPS = [
  { id: "example-admins", title: "The dashboard's API by example", examples: ADMIN_EXAMPLES },
  {
    id: "example-app",
    title: "The citizen app's API by example",
    examples: EXAMPLES.filter(({ isPublic }) => !isPublic),
  },
  { id: "example-public", title: "The public API by example", examples: EXAMPLES.filter(({ isPublic }) => isPublic) },
];
const LINK = "text-primary underline";

/** Renders the API reference for people. The machine-readable version is /api/v1/openapi.json. */
export default async function ApiDocumentPage() {
  const access = await docsAccess(await headers());
  if (access.state === "off") notFound();
  if (access.state === "refused") redirect(access.signIn);
  const calls = await documentedCalls();
  const groups = [...new Set(calls.map(({ group }) => group))]
    .sort((one, other) => one.localeCompare(other))
    .map((name) => ({ name, id: `calls-${slug(name)}`, calls: calls.filter(({ group }) => group === name) }));
  return (
    <main id="top" className="mx-auto max-w-7xl px-4 py-8 md:px-8">
      <h1 className="text-2xl font-extrabold tracking-tight">Cross River Pay API</h1>
      <p className="mt-2 max-w-3xl text-muted">
        {calls.length} calls. Search this page with your browser for a path, a field, or a name such as{" "}
        <code>kyc.list</code>. Machine-readable:{" "}
        <a className={LINK} href="/api/v1/openapi.json">
          openapi.json
        </a>
      </p>
      <div className="mt-6 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
        <Contents groups={groups} />
        <div className="max-lg:mt-8">
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
          {EXAMPLE_GROUPS.map(({ id, title, examples }) => (
            <Section key={id} id={id} title={title}>
              {examples.map((example) => (
                <Example key={example.title} {...example} />
              ))}
            </Section>
          ))}
          <Section id="shapes" title="How calls are described below">
            <p className="mt-2 max-w-3xl">
              Inputs and answers are written as in TypeScript; <code>?</code> is what may be left out. What is in braces
              in a path is an input too.
            </p>
            <dl className="mt-2 max-w-3xl">
              {Object.entries(NAMES).map(([name, { type, words }]) => (
                <div key={name} className="mt-1">
                  <dt className="inline font-semibold">
                    <code>{name}</code>
                  </dt>{" "}
                  <dd className="inline">
                    {words} {type !== "string" && <code className="text-sm text-muted">{type}</code>}
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
          {groups.map(({ name, id, calls: own }) => (
            <Section key={id} id={id} title={name}>
              <ul aria-label={`Calls of ${name}`} className="mt-3 grid gap-x-6 sm:grid-cols-2">
                {own.map((call) => (
                  <li key={call.name}>
                    <a href={`#${call.name}`} className="block py-1 text-sm hover:underline">
                      <code className="break-all text-primary">
                        {call.method} {call.path}
                      </code>
                      <br />
                      {call.summary}
                    </a>
                  </li>
                ))}
              </ul>
              {own.map((call) => (
                <Call key={call.name} {...call} />
              ))}
            </Section>
          ))}
        </div>
      </div>
    </main>
  );
}

const slug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, "-");

type Group = { name: string; id: string; calls: readonly unknown[] };

/** Renders the table of contents beside the text, on a phone above it. */
function Contents({ groups }: { groups: readonly Group[] }) {
  const about = [...GUIDE, { id: "errors", title: "Errors" }, ...EXAMPLE_GROUPS];
  return (
    <nav
      aria-label="Contents"
      className="self-start lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto"
    >
      <h2 className="font-bold">Calls</h2>
      <ul className="mt-1 max-lg:columns-2">
        {groups.map(({ name, id, calls }) => (
          <li key={id}>
            <a href={`#${id}`} className="block py-0.5 text-sm hover:underline">
              {name} <span className="text-muted">{calls.length}</span>
            </a>
          </li>
        ))}
      </ul>
      <h2 className="mt-4 font-bold">How it works</h2>
      <ul className="mt-1 max-lg:columns-2">
        {about.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="block py-0.5 text-sm hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mb-10">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-xl font-bold">
          {title}
        </h2>
        <a href="#top" aria-label={`Contents, above ${title}`} className={`py-1 text-sm lg:hidden ${LINK}`}>
          Contents
        </a>
      </div>
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
      {/* Focusable, so that keyboard users can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs keyboard focus */}
      <pre tabIndex={0} className={`mt-3 overflow-x-auto ${CODE_BLOCK}`}>
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
