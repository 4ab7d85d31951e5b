import { useEffect, useRef, useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { FieldFrame } from "@/components/common/form/field";
import { LoadFailed } from "@/components/common/states";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { codeSamples } from "@/lib/client/api-reference/code-samples";
import { type ApiReference, apiUrl, loadApiReference, userEnteredToken } from "@/lib/client/api-reference/swagger";
import { sessionToken } from "@/lib/client/session";
import type { ApiCall } from "./call-list";
import "swagger-ui-dist/swagger-ui.css";

/** Renders one API call: sample code, and Swagger UI with inputs, responses and a form that sends the call to this server. */
export function ApiCallView({ call: { name, method, path, summary } }: { call: ApiCall }) {
  const [reference, setReference] = useState<ApiReference | "failed">();
  const holder = useRef<HTMLDivElement>(null);
  const load = () => {
    setReference(undefined);
    loadApiReference().then(setReference, () => setReference("failed"));
  };
  useEffect(load, []);
  useEffect(() => {
    if (typeof reference === "object") holder.current?.replaceChildren(reference.elementOf(method, path));
  }, [reference, method, path]);
  const operation = typeof reference === "object" && reference.operationOf(method, path);
  return (
    <article aria-labelledby={name}>
      <a href="#top" className="mb-2 inline-block py-1 text-primary underline lg:hidden">
        All calls
      </a>
      <h2 id={name} tabIndex={-1} className="text-xl font-bold outline-none">
        {summary}
      </h2>
      <p className="mt-1">
        <code className="break-all">
          <span className="font-semibold text-primary">{method}</span> /api/v1{path}
        </code>{" "}
        <code className="text-sm text-muted">{name}</code>
      </p>
      <div aria-busy={reference === undefined}>{reference === undefined && <Spinner />}</div>
      {reference === "failed" && <LoadFailed onRetry={load} />}
      {operation && (
        <>
          <div className="mt-4 grid gap-4 xl:grid-cols-2">
            {Object.entries(codeSamples(apiUrl(), method, path, operation)).map(([language, code]) => (
              <section key={language} aria-label={`Sample in ${language}`} className="min-w-0 rounded-md bg-sunken">
                <div className="flex items-center justify-between pt-1 pr-1 pl-3">
                  <h3 className="text-sm font-semibold">{language}</h3>
                  <CopyButton value={code} label={`Copy the sample in ${language}`} />
                </div>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus */}
                <pre tabIndex={0} className="max-h-80 overflow-auto p-3 pt-1 text-xs">
                  <code>{code}</code>
                </pre>
              </section>
            ))}
          </div>
          <h3 className="mt-6 text-lg font-bold">Try it</h3>
          <p className="mt-1 mb-2">Execute sends the call to this server. It reads and changes real data.</p>
          <FieldFrame
            id="token"
            label="Token or key"
            hint={
              sessionToken() ? "Leave it empty to use your session." : "A session token, or a key of the citizen app."
            }
          >
            <Input
              id="token"
              type="password"
              autoComplete="off"
              aria-describedby="token-hint"
              defaultValue={userEnteredToken.token}
              onChange={({ target }) => {
                userEnteredToken.token = target.value.trim();
              }}
            />
          </FieldFrame>
        </>
      )}
      <div ref={holder} id="try-it" className="mt-4" />
    </article>
  );
}
