import "server-only";

/** Returns a 405 in the envelope, with the allowed methods. */
export function methodNotAllowed(methods: readonly string[]): Response {
  const body = { status: 405, message: `Use ${methods.join(" or ")} here.`, code: "METHOD_NOT_ALLOWED" };
  return Response.json(body, { status: 405, headers: { allow: methods.join(", "), "cache-control": "no-store" } });
}

/** Returns a handler that responds with 405, for the methods that a route outside /api/v1 does not support. */
export const allowOnlyMethods =
  (...methods: readonly string[]) =>
  () =>
    methodNotAllowed(methods);
