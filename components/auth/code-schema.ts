import { z } from "zod";
import { signInCode } from "@/lib/contract/auth";
import { recoveryCode } from "@/lib/contract/passkey";

/** Code of the second sign-in step. Loaded with the first submit. */
export const codeSchema = z.object({ token: signInCode });
/** The same step with a recovery code. */
export const recoverySchema = z.object({ token: recoveryCode });
