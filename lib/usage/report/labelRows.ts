import type { CostLabels } from '../costLabels';
import type { Charge } from '../charge';
import { productRows, type ProductRow, type Tallies } from './report';

/** The label of charges of requests without one. */
const NO_LABEL = '(no label)';

export interface LabelRow extends Omit<ProductRow, 'product' | 'products'> {
	/** Null for all labels that are not among the first ones. */
	costLabel: string | null;
	/** How many labels the row stands for. */
	labels: number;
}

/** A charge under its label in the place of its product. */
export function labelled(charge: Charge, labels: CostLabels): Charge {
	const { requestId } = charge;
	const label = requestId === undefined ? undefined : labels.get(requestId);
	return { ...charge, product: label ?? NO_LABEL };
}

/** The `top` labels of a currency with the highest spend, and one row for the others. */
export function labelRows(tallies: Tallies, currency: string, top: number): LabelRow[] {
	return productRows(tallies, currency, top).map(({ currency: own, product, products, ...row }) => {
		return { currency: own, costLabel: product, labels: products, ...row };
	});
}
