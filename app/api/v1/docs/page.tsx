import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { ApiReference } from "@/components/api-reference/api-reference";
import { docsAccess } from "@/lib/server/api/docs-access";
import { documentedCalls } from "@/lib/server/api/documented-calls";
import { Guide, SECTIONS } from "./guide";

export const metadata: Metadata = { title: "API" };

/** Renders the API reference for people. The machine-readable version is /api/v1/openapi.json. */
export default async function ApiDocumentPage() {
  const access = await docsAccess(await headers());
  if (access.state === "off") notFound();
  if (access.state === "refused") redirect(access.signIn);
  const calls = (await documentedCalls()).map(({ name, method, path, group, summary }) => ({
    name,
    method,
    path,
    group,
    summary,
  }));
  return (
    <ApiReference calls={calls} sections={SECTIONS}>
      <Guide />
    </ApiReference>
  );
}
