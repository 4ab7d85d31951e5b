import "server-only";
import { passwordProblem } from "@/lib/contract/auth";
import { refuse } from "@/lib/server/api/errors";

type NamedAdmin = { email: string; firstName: string; lastName: string };

/** Refuses a new password that contains the admin's name or email, or the product's name. @throws 400 for the field `password` */
export function refuseGuessablePassword(password: string, { email, firstName, lastName }: NamedAdmin): void {
  const problem = passwordProblem(password, { email, first_name: firstName, last_name: lastName });
  if (problem) throw refuse.badInput(problem, { password: problem });
}
