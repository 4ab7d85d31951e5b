import "server-only";
import { type DocumentedCall, documentedCalls } from "@/lib/server/api/documented-calls";
import { type JsonSchema, NAMED_TYPES, tsTypeOf } from "@/lib/server/api/json-schema-types";

/**
 * Generates the contract's part of docs/client/citizen-app-client.ts: types of inputs and responses, and a function for
 * each call under /app and /public.
 * @returns unformatted TypeScript
 */
export async function generateClientCode(): Promise<string> {
  const calls = (await documentedCalls()).filter(({ path }) => /^\/(app|public)\//.test(path));
  const groups = [...new Set(calls.map(({ name }) => toNames(name).group))];
  const functionsOf = (group: string) => calls.filter(({ name }) => toNames(name).group === group).map(functionCodeOf);
  return [
    ...Object.entries(NAMED_TYPES).map(([name, { type, words }]) => `/** ${words} */\nexport type ${name} = ${type};`),
    ...calls.flatMap(typeCodeOf),
    `/**
 * Returns the client of the citizen app's API: one function per call, in groups as at /api/v1/docs.
 * @param options where the API is, and the key of the app's server
 */
export function citizenAppClient(options: ClientOptions) {
  const send = sender(options);
  const sendFile = fileSender(send, options);
  return {
    ${groups.map((group) => `${group}: {\n${functionsOf(group).join("\n")}\n},`).join("\n")}
  };
}`,
  ].join("\n\n");
}

/** Splits a call's name: `kyc.list` becomes function `list` of group `kyc`, with types that start with `KycList`. */
function toNames(call: string) {
  const [group = "", name = ""] = call.split(".");
  const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return { group, name, types: capitalize(group) + capitalize(name) };
}

/**
 * Merges path, query and body parameters into one input, which the generated client splits again. Returns null for a call without input.
 */
function inputOf({ parameters, body }: DocumentedCall): JsonSchema | null {
  const inputs = parameters.filter(({ in: where }) => where !== "header");
  const properties = {
    ...Object.fromEntries(inputs.map(({ name, schema = {} }) => [name, schema])),
    ...body?.properties,
  };
  const required = [...inputs.filter((each) => each.required).map(({ name }) => name), ...(body?.required ?? [])];
  return Object.keys(properties).length ? { type: "object", properties, required } : null;
}

function typeCodeOf(call: DocumentedCall): string[] {
  const { group, name, types } = toNames(call.name);
  const input = inputOf(call);
  const words = `of \`${group}.${name}\`, ${call.method} ${call.path}.`;
  return [
    ...(input ? [`/** Input ${words} */\nexport type ${types}Input = ${tsTypeOf(input)};`] : []),
    ...(call.answer ? [`/** Response ${words} */\nexport type ${types}Answer = ${tsTypeOf(call.answer)};`] : []),
  ];
}

function functionCodeOf(call: DocumentedCall): string {
  const { method, path, summary, parameters, fileTypes, answer } = call;
  const { name, types } = toNames(call.name);
  const isWrite = parameters.some((each) => each.name === "Idempotency-Key");
  const extraOptions = `${isWrite ? ", isWrite: true" : ""}${answer ? "" : ", isFile: true"}`;
  const route = `{ method: "${method}", path: "${path}"${extraOptions} }`;
  const options = `options?: ${isWrite ? "WriteOptions" : "CallOptions"}`;
  const send = `send<${answer ? `${types}Answer` : "Blob"}>`;
  const docComment = `/** ${summary}. ${method} ${path} */\n${name}: `;
  if (fileTypes.length)
    return `${docComment}(file: Blob | Uint8Array, contentType: ${fileTypes.map((type) => JSON.stringify(type)).join(" | ")}, ${options}) =>
      sendFile<${types}Answer>(${route}, new Blob([file instanceof Blob ? file : new Uint8Array(file)], { type: contentType }), options),`;
  const input = inputOf(call);
  if (!input) return `${docComment}(${options}) => ${send}(${route}, {}, options),`;
  const defaultInput = input.required?.length ? "" : " = {}";
  return `${docComment}(input: ${types}Input${defaultInput}, ${options}) => ${send}(${route}, input, options),`;
}
