/**
 * Whether more was charged after *Retry* than before it.
 * @param {{ charged: number, charges: number }} row
 */
export const paysAgain = ({ charged, charges }) => charges > charged;
