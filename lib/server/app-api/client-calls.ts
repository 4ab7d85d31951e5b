import "server-only";
import { type DocumentedCall, documentedCalls } from "@/lib/server/api/documented-calls";
import { NAMES, type Shape, typeOf } from "@/lib/server/api/shapes";

/**
 * Generates the part of docs/client/citizen-app-client.ts that follows from the contract: types of inputs and answers, and a
 * function for each call under /app and /public.
 * @returns unformatted TypeScript
 */
export async function clientCalls(): Promise<string> {
  const calls = (await documentedCalls()).filter(({ path }) => /^\/(app|public)\//.test(path));
  const groups = [...new Set(calls.map(({ name }) => partsOf(name).group))];
  const functionsOf = (group: string) => calls.filter(({ name }) => partsOf(name).group === group).map(functionOf);
  return [
    ...Object.entries(NAMES).map(([name, { type, words }]) => `/** ${words} */\nexport type ${name} = ${type};`),
    ...calls.flatMap(typesOf),
    `/** The calls, in groups as at /api/v1/docs. @param options where the API is, and the key of the app's server */
export function citizenAppClient(options: ClientOptions) {
  const send = sender(options);
  return {
    ${groups.map((group) => `${group}: {\n${functionsOf(group).join("\n")}\n},`).join("\n")}
  };
}`,
  ].join("\n\n");
}

/** Splits a call's name: `kyc.list` becomes function `list` of group `kyc`, with types that start with `KycList`. */
function partsOf(call: string) {
  const [group = "", name = ""] = call.split(".");
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return { group, name, types: capital(group) + capital(name) };
}

/** Merges path, query and body parameters into one input; the client sends each in its place. Null without input. */
function inputOf({ parameters, body }: DocumentedCall): Shape | null {
  const asked = parameters.filter(({ in: where }) => where !== "header");
  const properties = {
    ...Object.fromEntries(asked.map(({ name, schema = {} }) => [name, schema])),
    ...body?.properties,
  };
  const required = [...asked.filter((each) => each.required).map(({ name }) => name), ...(body?.required ?? [])];
  return Object.keys(properties).length ? { type: "object", properties, required } : null;
}

function typesOf(call: DocumentedCall): string[] {
  const { types } = partsOf(call.name);
  const input = inputOf(call);
  return [
    ...(input ? [`export type ${types}Input = ${typeOf(input)};`] : []),
    ...(call.answer ? [`export type ${types}Answer = ${typeOf(call.answer)};`] : []),
  ];
}

function functionOf(call: DocumentedCall): string {
  const { method, path, summary, parameters, fileTypes, answer } = call;
  const { name, types } = partsOf(call.name);
  const isWrite = parameters.some((each) => each.name === "Idempotency-Key");
  const more = `${isWrite ? ", isWrite: true" : ""}${answer ? "" : ", isFile: true"}`;
  const route = `{ method: "${method}", path: "${path}"${more} }`;
  const options = `options?: ${isWrite ? "WriteOptions" : "CallOptions"}`;
  const send = `send<${answer ? `${types}Answer` : "Blob"}>`;
  const words = `/** ${summary}. ${method} ${path} */\n${name}: `;
  if (fileTypes.length)
    return `${words}(file: Blob | Uint8Array, contentType: ${fileTypes.map((type) => JSON.stringify(type)).join(" | ")}, ${options}) =>
      ${send}(${route}, new Blob([file instanceof Blob ? file : new Uint8Array(file)], { type: contentType }), options),`;
  const input = inputOf(call);
  if (!input) return `${words}(${options}) => ${send}(${route}, {}, options),`;
  const unasked = input.required?.length ? "" : " = {}";
  return `${words}(input: ${types}Input${unasked}, ${options}) => ${send}(${route}, input, options),`;
}
