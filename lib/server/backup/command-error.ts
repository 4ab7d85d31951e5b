/** Error whose message is one sentence for the operator, printed without a stack. */
export class CommandError extends Error {
  override name = "CommandError";
}
