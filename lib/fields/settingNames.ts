/** The parameter that says how often and how long a call is tried, in every node that sends requests. */
export const RUN_SETTINGS = 'options.retriesAndLimits';

/** The parameter that says whom a call is noted for, in every node that makes paid calls. */
export const COST_TRACKING = 'options.costTracking';
