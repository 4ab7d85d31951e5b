import type { Options, Props, System } from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { sessionToken } from "@/lib/client/session";
import type { OpenApiOperation } from "./code-samples";

/** URL of the API that the reference documents. */
export const apiUrl = () => `${window.location.origin}/api/v1`;

/** The loaded OpenAPI document and Swagger UI, as functions that look up and render one call. */
export type ApiReference = {
  operationOf: (method: string, path: string) => OpenApiOperation | undefined;
  /** Returns an element that documents one API call: its inputs, its responses, and a form that sends it. */
  elementOf: (method: string, path: string) => HTMLElement;
};

let loadedReference: Promise<ApiReference> | undefined;

/** Loads Swagger UI and the OpenAPI document, once per page. After a failure the next call tries again. */
export function loadApiReference(): Promise<ApiReference> {
  loadedReference ??= loadSwagger().catch((error) => {
    loadedReference = undefined;
    throw error;
  });
  return loadedReference;
}

async function loadSwagger(): Promise<ApiReference> {
  // Disables zenscroll in Swagger UI, which would handle clicks on all `#` links without a `hashchange` event.
  Object.assign(window, { noZensmooth: true });
  const [{ default: swaggerUi }, response] = await Promise.all([
    import("swagger-ui-dist/swagger-ui-es-bundle.js"),
    fetch("/api/v1/openapi.json"),
  ]);
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
  const openApi = await response.json();
  if (!openApi?.paths) throw new Error("openapi.json has no paths.");
  const operationOf = (method: string, path: string) => openApi.paths[path]?.[method.toLowerCase()];
  const elementOf = (method: string, path: string) => {
    const domNode = document.createElement("div");
    const paths = { [path]: { [method.toLowerCase()]: withIdempotencyKey(operationOf(method, path)) } };
    const spec = { ...openApi, servers: [{ url: apiUrl() }], tags: [], paths };
    const { specActions } = swaggerUi({ ...SWAGGER_OPTIONS, domNode, spec });
    // Sets the document's URL, which Swagger UI needs to send calls and resolve references, because the document is passed as an object.
    specActions.updateUrl(`${apiUrl()}/openapi.json`);
    return domNode;
  };
  return { operationOf, elementOf };
}

const withoutHeading = ({ children }: Props) => children;

/** Returns a Swagger UI layout of one call, without title and search. Uses Swagger UI's own React, whose version differs from ours. */
const oneCallLayout =
  ({ React: { createElement } }: System) =>
  ({ getComponent }: Props) =>
    createElement("div", { className: "swagger-ui" }, createElement(getComponent("operations", true)));

/** Returns the text field of a request body, which has no label in Swagger UI. */
const labelledBodyField =
  ({ React: { createElement } }: System) =>
  (props: object) =>
    createElement("textarea", { "aria-label": "Body", ...props });

/** Fills in the header Idempotency-Key in the form of a call, so that a user can send the call without making up a key. */
const withIdempotencyKey = (operation: OpenApiOperation): OpenApiOperation => ({
  ...operation,
  parameters: operation.parameters?.map((parameter) =>
    parameter.name === "Idempotency-Key" ? { ...parameter, example: newIdempotencyKey() } : parameter,
  ),
});

/** Token or API key that the user entered on the API reference page. Kept in memory until the page is left. */
export const userEnteredToken = { token: "" };

/** Adds the entered token to a request. For the admin API, uses the dashboard's session if no token was entered. */
function withToken<T extends { url: string; headers: Record<string, string> }>(request: T): T {
  const isForAdmins = !/^\/api\/v1\/(app|public)\//.test(new URL(request.url, window.location.href).pathname);
  const token = userEnteredToken.token || (isForAdmins && sessionToken());
  if (token) request.headers.Authorization = `Bearer ${token}`;
  return request;
}

const SWAGGER_OPTIONS: Omit<Options, "domNode" | "spec"> = {
  layout: "OneCall",
  docExpansion: "full",
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Disables syntax highlighting, whose colours have too little contrast.
  syntaxHighlight: false,
  validatorUrl: null,
  // Hides the token from the curl command on the screen.
  showMutatedRequest: false,
  requestInterceptor: withToken,
  plugins: [
    (system) => ({
      // Hides Swagger UI's heading and list, because the page has its own.
      components: {
        OneCall: oneCallLayout(system),
        OperationTag: withoutHeading,
        OperationSummary: withoutHeading,
        TextArea: labelledBodyField(system),
      },
    }),
  ],
};
