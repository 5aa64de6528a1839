/** The panel offers no 0, which is no budget. */
export const LEAST_BUDGET = 0.000001;
