import "server-only";
import { apiDocument } from "@/lib/server/api/document";
import { NAMES, type Shape, typeOf } from "@/lib/server/api/shapes";

type Content = Record<string, { schema?: Shape }>;
type Operation = {
  operationId?: string;
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: Shape }[];
  requestBody?: { content?: Content };
  responses?: Record<string, { content?: Content }>;
};
type Call = { method: string; path: string; group: string; name: string; operation: Operation };

/**
 * The part of docs/client/citizen-app-client.ts that follows from the contract: types of inputs and answers, and a
 * function for each call of the citizen app's door and of the public one, called as in the contract.
 * @returns TypeScript, not formatted yet
 */
export async function clientCalls(): Promise<string> {
  const { paths = {} } = await apiDocument();
  const calls = Object.entries(paths)
    .filter(([path]) => /^\/(app|public)\//.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods ?? {}).map(([method, operation]) => callOf(path, method, operation as Operation)),
    );
  const groups = [...new Set(calls.map(({ group }) => group))];
  return [
    ...Object.entries(NAMES).map(([name, { type, words }]) => `/** ${words} */\nexport type ${name} = ${type};`),
    ...calls.flatMap(typesOf),
    `/** The calls, in groups as at /api/v1/docs. @param options where the API is, and the key of the app's server */
export function citizenAppClient(options: ClientOptions) {
  const send = sender(options);
  return {
    ${groups
      .map(
        (group) =>
          `${group}: {\n${calls
            .filter((call) => call.group === group)
            .map(functionOf)
            .join("\n")}\n},`,
      )
      .join("\n")}
  };
}`,
  ].join("\n\n");
}

function callOf(path: string, method: string, operation: Operation): Call {
  const [group = "", name = ""] = operation.operationId?.split(".") ?? [];
  return { method: method.toUpperCase(), path, group, name, operation };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const inputName = ({ group, name }: Call) => `${capital(group)}${capital(name)}Input`;
const answerName = ({ group, name }: Call) => `${capital(group)}${capital(name)}Answer`;

/** What the address and the body take, as one: the client sends each where it belongs. */
function inputOf({ operation }: Call): Shape {
  const asked = (operation.parameters ?? []).filter(({ in: where }) => where !== "header");
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(asked.map(({ name, schema = {} }) => [name, schema])),
      ...body?.properties,
    },
    required: [...asked.filter(({ required }) => required).map(({ name }) => name), ...(body?.required ?? [])],
  };
}

const answerOf = ({ operation }: Call): Shape | undefined =>
  operation.responses?.["200"]?.content?.["application/json"]?.schema?.properties?.data;
const isUpload = ({ operation: { requestBody } }: Call) => requestBody && !requestBody.content?.["application/json"];
const hasInput = (call: Call) => Object.keys(inputOf(call).properties ?? {}).length > 0;

function typesOf(call: Call): string[] {
  const answer = answerOf(call);
  return [
    ...(hasInput(call) ? [`export type ${inputName(call)} = ${typeOf(inputOf(call))};`] : []),
    ...(answer ? [`export type ${answerName(call)} = ${typeOf(answer)};`] : []),
  ];
}

function functionOf(call: Call): string {
  const { method, path, name, operation } = call;
  const isFile = !answerOf(call);
  const isWrite = operation.parameters?.some(({ name }) => name === "Idempotency-Key");
  const route = `{ method: "${method}", path: "${path}"${isWrite ? ", isWrite: true" : ""}${isFile ? ", isFile: true" : ""} }`;
  const options = `options?: ${isWrite ? "WriteOptions" : "CallOptions"}`;
  const send = `send<${isFile ? "Blob" : answerName(call)}>`;
  const words = `/** ${operation.summary}. ${method} ${path} */\n${name}: `;
  if (isUpload(call)) {
    const types = Object.keys(operation.requestBody?.content ?? {}).map((type) => JSON.stringify(type));
    return `${words}(file: Blob | Uint8Array, contentType: ${types.join(" | ")}, ${options}) =>
      ${send}(${route}, new Blob([file instanceof Blob ? file : new Uint8Array(file)], { type: contentType }), options),`;
  }
  if (!hasInput(call)) return `${words}(${options}) => ${send}(${route}, {}, options),`;
  const unasked = inputOf(call).required?.length ? "" : " = {}";
  return `${words}(input: ${inputName(call)}${unasked}, ${options}) => ${send}(${route}, input, options),`;
}
