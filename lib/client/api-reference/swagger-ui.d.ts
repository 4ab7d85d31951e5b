/** The parts of Swagger UI 5.35 that this project uses; the package has no types. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type { createElement, ReactNode } from "react";

  type ApiRequest = { url: string; headers: Record<string, string> };
  export type Props = { children?: ReactNode; getComponent: (name: string, connected: true) => () => ReactNode };
  export type System = { React: { createElement: typeof createElement } };
  type Component = (props: Props) => ReactNode;
  export type Options = {
    domNode: HTMLElement;
    spec: object;
    layout: string;
    plugins: ((system: System) => { components: Record<string, Component> })[];
    docExpansion: "full";
    tryItOutEnabled: boolean;
    displayRequestDuration: boolean;
    syntaxHighlight: boolean;
    /** True if the curl command of a sent request includes the changes made by `requestInterceptor`. */
    showMutatedRequest: boolean;
    /** URL of a service that validates the OpenAPI document; null for none. */
    validatorUrl: null;
    requestInterceptor: (request: ApiRequest) => ApiRequest;
  };
  // biome-ignore lint/style/noDefaultExport: as in the package
  export default function SwaggerUI(options: Options): { specActions: { updateUrl: (url: string) => void } };
}
