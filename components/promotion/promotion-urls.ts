/** URLs of the promotions module. */
export const PROMOTIONS_OVERVIEW_URL = "/dashboard/promotions";
export const PROMOTIONS_URL = "/dashboard/promotions/all";
export const PROMOTION_ARCHIVE_URL = "/dashboard/promotions/all/archive";
export const PROMOTION_ABUSE_URL = "/dashboard/promotions/all/abuse";
