export const GRANTS_URL = "/dashboard/grants";
export const PROGRAMMES_URL = "/dashboard/grants/programmes";
export const APPLICATIONS_URL = "/dashboard/grants/applications";
export const PAYOUTS_URL = "/dashboard/grants/payouts";
