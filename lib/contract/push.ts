import { z } from "zod";
import { declare, nothing, text } from "./common";
import { pushRoutes as routes } from "./push.routes";

export const push = {
  saveDevice: declare(routes.saveDevice, {
    input: z.strictObject({ device_token: text(4_096, 1) }),
    output: z.object({}),
  }),
  sendTest: declare(routes.sendTest, { input: nothing, output: z.object({ sent: z.int() }) }),
};
