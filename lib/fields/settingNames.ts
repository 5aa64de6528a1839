/** The parameter that says how often and how long a call is tried, in every node that sends requests. */
export const RUN_SETTINGS = 'options.retriesAndLimits';

/** The parameter that says what calls may cost and whom they are noted for, in every node that makes paid calls. */
export const COST_SETTINGS = 'options.cost';

/** The parameter that says who may read the data of a call. */
export const PRIVACY_SETTINGS = 'options.privacy';
