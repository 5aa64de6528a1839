import type { IExecutePaginationFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { itemContext, type ReadArguments } from '../../core/execution';
import { hashOf, isRecord } from '../../core/record';
import { COST_TRACKING, RUN_SETTINGS } from '../runSettings';

/** The parameters that an operation has read for an item, so that none is evaluated again to compare items. */
export class ParameterReads {
	private readonly known = new Map<string, { how: ReadArguments; value: unknown }>();

	private read?: (...how: ReadArguments) => unknown;

	/** The context of an item, whose reads are noted. */
	contextOf(given: IExecutePaginationFunctions): IExecuteSingleFunctions {
		const context = itemContext(given, (how, value) => this.note(how, value));
		this.read = context.getNodeParameter as typeof this.read;
		return context;
	}

	/** How they were read, as JSON. */
	get names(): string {
		return JSON.stringify([...this.known.values()].map(({ how }) => how));
	}

	/** The hash of those that were read. */
	get hash(): string {
		return hashOf([...this.known.values()].map(({ value }) => value));
	}

	/** The hash of those that were read for another item, read for this one; undefined where one cannot be. */
	hashAs(names: string): string | undefined {
		try {
			return hashOf((JSON.parse(names) as ReadArguments[]).map((how) => this.valueOf(how)));
		} catch {
			return undefined;
		}
	}

	private valueOf(how: ReadArguments): unknown {
		const name = nameOf(how);
		if (!this.known.has(name)) this.read?.(...how);
		return this.known.get(name)?.value;
	}

	private note(how: ReadArguments, value: unknown): void {
		const name = nameOf(how);
		if (!this.known.has(name)) this.known.set(name, { how, value: deciding(how[0], value) });
	}
}

function nameOf([name, , options]: ReadArguments): string {
	return options === undefined ? name : JSON.stringify([name, options]);
}

/** Whom a call is noted for, and how often and how long it is tried, decide nothing of what is sent or comes back; what is added to it does. */
function deciding(name: string, value: unknown): unknown {
	if (name === COST_TRACKING || name.startsWith('requestOptions')) return null;
	if (name === RUN_SETTINGS) return isRecord(value) && value.includeResponseFacts === true;
	// Its reader may change it.
	return typeof value === 'object' ? JSON.stringify(value) : value;
}
