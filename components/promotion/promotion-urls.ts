/** Addresses of this module; the specification's, and those of single records below them. */
export const PROMOTIONS_OVERVIEW_URL = "/dashboard/promotions";
export const PROMOTIONS_URL = "/dashboard/promotions/all";
export const PROMOTION_ARCHIVE_URL = "/dashboard/promotions/all/archive";
export const PROMOTION_ABUSE_URL = "/dashboard/promotions/all/abuse";
