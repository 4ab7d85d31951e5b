import { appConfigRoutes } from "./app-config.routes";
import { contentRoutes } from "./content.routes";
import { eventRoutes } from "./event.routes";
import { ireportRoutes } from "./ireport.routes";
import { kycRoutes } from "./kyc.routes";
import { transactionRoutes } from "./transaction.routes";

/** Admins' calls that receive a file as their body. */
export const UPLOAD_ROUTES = [
  appConfigRoutes.upload,
  contentRoutes.upload,
  eventRoutes.upload,
  ireportRoutes.upload,
  kycRoutes.upload,
  transactionRoutes.uploadEvidence,
] as const;

/** Paths of `UPLOAD_ROUTES`. */
export const UPLOAD_PATHS = UPLOAD_ROUTES.map(({ path }) => path);
