import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IGetNodeParameterOptions,
} from 'n8n-workflow';

/**
 * The context of an item without what n8n's routing adds to it. n8n derives an object from each context, each with a shape of its own,
 * so that V8 caches no property that is read from one; copies of contexts have one shape. It reads a fixed parameter as it is.
 */
export function itemContext(given: IExecutePaginationFunctions): IExecuteSingleFunctions {
	const isDerived = Object.hasOwn(given, 'makeRoutingRequest');
	const original = isDerived ? (Object.getPrototypeOf(given) as IExecuteSingleFunctions) : given;
	const context = copyOf<IExecuteSingleFunctions>(original);
	context.getNodeParameter = directly(original) as IExecuteSingleFunctions['getNodeParameter'];
	return context;
}

/** An object with the same prototype and properties. */
export function copyOf<T extends object>(original: T): T {
	return Object.assign(Object.create(Object.getPrototypeOf(original) as object) as T, original);
}

type Read = (name: string, fallback?: unknown, options?: IGetNodeParameterOptions) => unknown;

/**
 * Reads parameters as n8n does, without what takes most of its time: n8n prepares all that an expression may name even where there is none,
 * and looks for a `validateType`, which no parameter of this package has.
 */
function directly(context: IExecuteSingleFunctions): Read {
	const read = context.getNodeParameter.bind(context) as Read;
	return (name, fallback, options) => {
		if (options !== undefined) return read(name, fallback, options);
		const value = read(name, fallback, { rawExpressions: true });
		if (isFixed(value)) return value;
		if (isEmpty(value)) return Array.isArray(value) ? [] : {};
		return read(name, fallback, { skipValidation: true });
	};
}

function isFixed(value: unknown): boolean {
	return typeof value === 'string' ? !value.startsWith('=') : Object(value) !== value;
}

function isEmpty(value: unknown): boolean {
	return Object.keys(value as object).length === 0;
}
