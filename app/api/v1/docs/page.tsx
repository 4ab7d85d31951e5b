import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { ApiReference } from "@/components/api-reference/api-reference";
import { checkDocsAccess } from "@/lib/server/api/docs-access";
import { documentedCalls } from "@/lib/server/api/documented-calls";
import { guidePages } from "@/lib/server/api/guide";

export const metadata: Metadata = { title: "API" };

/** Renders the API reference for people. The machine-readable version is /api/v1/openapi.json. */
export default async function ApiDocumentPage() {
  const access = await checkDocsAccess(await headers());
  if (access.state === "off") notFound();
  if (access.state === "refused") redirect(access.signIn);
  const calls = (await documentedCalls()).map(({ name, method, path, group, summary }) => ({
    name,
    method,
    path,
    group,
    summary,
  }));
  const pages = guidePages();
  return (
    <ApiReference calls={calls} guide={pages.map(({ title, sections }) => ({ title, sections }))}>
      {pages.map(({ title, html }) => (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from the project's own documents
        <div key={title} className="guide" dangerouslySetInnerHTML={{ __html: html }} />
      ))}
    </ApiReference>
  );
}
