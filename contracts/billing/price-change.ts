/** Source: the terms of service. */
export const PRICE_NOTICE_DAYS = 30;
