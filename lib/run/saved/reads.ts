import type { IExecutePaginationFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { itemContext, type ReadArguments } from '../../core/execution';
import { hashOf, isRecord } from '../../core/record';

/** The parameters that an operation has read for an item, so that none is evaluated again to compare items. */
export class ParameterReads {
	private readonly known = new Map<string, unknown>();

	private readonly hows: ReadArguments[] = [];

	/** `settings` and `tracking` name the parameters with what decides how a call is made, and whom it is noted for. */
	constructor(private readonly ofRun: { settings?: string; tracking?: string } = {}) {}

	private read?: (...how: ReadArguments) => unknown;

	/** The context of an item, whose reads are noted. */
	contextOf(given: IExecutePaginationFunctions): IExecuteSingleFunctions {
		const context = itemContext(given, (how, value) => this.note(how, value));
		this.read = context.getNodeParameter as typeof this.read;
		return context;
	}

	/** How they were read, as JSON. */
	get names(): string {
		return JSON.stringify(this.hows);
	}

	/** The hash of those that were read. */
	get hash(): string {
		return hashOf([...this.known.values()]);
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
		return this.known.get(name);
	}

	private note(how: ReadArguments, value: unknown): void {
		const name = nameOf(how);
		if (this.known.has(name)) return;
		this.known.set(name, this.deciding(how[0], value));
		this.hows.push(how);
	}

	/** Whom a call is noted for, and how often and how long it is tried, decide nothing of what is sent or comes back; what is added to it does. */
	private deciding(name: string, value: unknown): unknown {
		if (name === this.ofRun.tracking || name.startsWith('requestOptions')) return null;
		if (name === this.ofRun.settings) return isRecord(value) && value.includeResponseFacts === true;
		// Its reader may change it.
		return typeof value === 'object' ? JSON.stringify(value) : value;
	}
}

function nameOf([name, , options]: ReadArguments): string {
	return options === undefined ? name : JSON.stringify([name, options]);
}
