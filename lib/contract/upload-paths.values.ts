import { appConfigRoutes } from "./app-config.routes";
import { contentRoutes } from "./content.routes";
import { eventRoutes } from "./event.routes";
import { ireportRoutes } from "./ireport.routes";
import { kycRoutes } from "./kyc.routes";

/** Calls of admins that receive a file. */
export const UPLOAD_ROUTES = [
  appConfigRoutes.upload,
  contentRoutes.upload,
  eventRoutes.upload,
  ireportRoutes.upload,
  kycRoutes.upload,
] as const;

/** Paths of the calls of admins that receive a file. */
export const UPLOAD_PATHS = UPLOAD_ROUTES.map(({ path }) => path);
