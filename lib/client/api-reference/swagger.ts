import type { Props, System } from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { sessionToken } from "@/lib/client/session";
import type { Operation } from "./code-samples";

/** Address of the API that the reference documents. */
export const apiUrl = () => `${window.location.origin}/api/v1`;

export type Reference = {
  operationOf: (method: string, path: string) => Operation | undefined;
  /** Renders one call into `element`, with its inputs, its responses and a form that sends it. */
  show: (method: string, path: string) => void;
  element: HTMLElement;
};

let loaded: Promise<Reference> | undefined;

/**
 * Loads Swagger UI and the OpenAPI document, once per page: a token typed under Authorize stays in memory until the page is
 * left. A failed load is tried again by the next call.
 */
export function loadReference(): Promise<Reference> {
  loaded ??= load().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Reference> {
  const [{ default: swaggerUi }, response] = await Promise.all([
    import("swagger-ui-dist/swagger-ui-es-bundle.js"),
    fetch("/api/v1/openapi.json"),
  ]);
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
  const openApi = await response.json();
  const element = document.createElement("div");
  const { specActions } = swaggerUi({
    domNode: element,
    layout: "OneCall",
    docExpansion: "full",
    tryItOutEnabled: true,
    displayRequestDuration: true,
    validatorUrl: null,
    // The token of the session is not part of the curl command on the screen.
    showMutatedRequest: false,
    requestInterceptor: withSession,
    plugins: [
      (system) => ({
        // The page has its own list of calls and its own heading.
        components: {
          OneCall: oneCallLayout(system),
          OperationTag: withoutHeading,
          OperationSummary: nothing,
        },
      }),
    ],
  });
  // Required to send a call; set here because Swagger UI does not load the document itself.
  specActions.updateUrl(window.location.href);
  const operationOf = (method: string, path: string) => openApi.paths[path]?.[method.toLowerCase()];
  const show = (method: string, path: string) => {
    const paths = { [path]: { [method.toLowerCase()]: withNewKey(operationOf(method, path)) } };
    specActions.updateSpec(JSON.stringify({ ...openApi, servers: [{ url: apiUrl() }], tags: [], paths }));
  };
  return { operationOf, show, element };
}

const nothing = () => null;
const withoutHeading = ({ children }: Props) => children;

/** Returns a layout without title, servers and search. Made with the React of Swagger UI, which is another version than ours. */
const oneCallLayout =
  ({ React: { createElement } }: System) =>
  ({ getComponent }: Props) =>
    createElement(
      "div",
      { className: "swagger-ui" },
      createElement(getComponent("AuthorizeBtnContainer", true)),
      createElement(getComponent("operations", true)),
    );

/** Fills in an Idempotency-Key, so that the form can be sent. */
const withNewKey = (operation: Operation): Operation => ({
  ...operation,
  parameters: operation.parameters?.map((parameter) =>
    parameter.name === "Idempotency-Key" ? { ...parameter, example: newIdempotencyKey() } : parameter,
  ),
});

/** Adds the session of the dashboard to a request for the admin API. A token typed under Authorize takes precedence. */
function withSession<T extends { url: string; headers: Record<string, string> }>(request: T): T {
  const token = sessionToken();
  const isForAdmins = !/^\/api\/v1\/(app|public)\//.test(new URL(request.url, window.location.href).pathname);
  if (token && isForAdmins) request.headers.Authorization ??= `Bearer ${token}`;
  return request;
}
