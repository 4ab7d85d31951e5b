import "server-only";

/** Where nothing takes such a request; 405 in the envelope, with what is taken. */
export function notAllowed(methods: readonly string[]): Response {
  const body = { status: 405, message: `Use ${methods.join(" or ")} here.`, code: "METHOD_NOT_ALLOWED" };
  return Response.json(body, { status: 405, headers: { allow: methods.join(", "), "cache-control": "no-store" } });
}

/** The same for every other method of a route that stands beside the API. */
export const onlyBy =
  (...methods: readonly string[]) =>
  () =>
    notAllowed(methods);
