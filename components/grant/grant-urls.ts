/** Addresses of this module. */
export const GRANTS_URL = "/dashboard/grants";
export const PROGRAMMES_URL = "/dashboard/grants/programmes";
export const APPLICATIONS_URL = "/dashboard/grants/applications";
export const PAYOUTS_URL = "/dashboard/grants/payouts";
export const programmeUrl = (programmeId: string) => `${PROGRAMMES_URL}/${programmeId}`;
export const applicationUrl = (applicationId: string) => `${APPLICATIONS_URL}/${applicationId}`;
export const payoutUrl = (batchId: string) => `${PAYOUTS_URL}/${batchId}`;
