import { z } from "zod";
import { signInCode } from "@/lib/contract/auth";
import { recoveryCode } from "@/lib/contract/passkey";

/** Validates the code of the second sign-in step. Imported with the first submit, so that the sign-in page does not load zod. */
export const signInCodeSchema = z.object({ token: signInCode });
/** Validates a recovery code, which can replace the code of the second sign-in step. */
export const recoveryCodeSchema = z.object({ token: recoveryCode });
