import type { IExecutePaginationFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

/**
 * The context of an item without what n8n's routing adds to it. n8n derives an object from each context, each with a shape of its own,
 * so that V8 caches no property that is read from one; copies of contexts have one shape.
 */
export function itemContext(given: IExecutePaginationFunctions): IExecuteSingleFunctions {
	const isDerived = Object.hasOwn(given, 'makeRoutingRequest');
	return copyOf(isDerived ? (Object.getPrototypeOf(given) as IExecuteSingleFunctions) : given);
}

/** An object with the same prototype and properties. */
export function copyOf<T extends object>(original: T): T {
	return Object.assign(Object.create(Object.getPrototypeOf(original) as object) as T, original);
}
