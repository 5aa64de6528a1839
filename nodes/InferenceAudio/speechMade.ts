import { createHash } from 'node:crypto';
import type { IBinaryData, IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { isRecord } from '../../lib/record';

/** A part that was spoken and paid for: its file, and what is known of it. */
export interface Part {
	binary: IBinaryData;
	json: IDataObject;
}

/**
 * What was made in this run of the node, kept in the execution: when n8n tries the node again, or the user the execution,
 * a part that is asked for in the same way is taken from here.
 */
export class MadeParts {
	private readonly kept: Record<string, unknown>;

	private readonly own = new Set<string>();

	constructor(private readonly context: IExecuteSingleFunctions) {
		const memory = context.getContext('node');
		const run = Number(context.evaluateExpression('{{ $runIndex }}', context.getItemIndex()));
		const known: unknown = memory.speech;
		if (isRecord(known) && known.run === run && isRecord(known.parts)) this.kept = known.parts;
		else {
			this.kept = {};
			memory.speech = { run, parts: this.kept };
		}
	}

	/** The part as it was made before, or as `make` makes it. */
	async takeOrMake(index: number, request: unknown, make: () => Promise<Part>): Promise<Part> {
		const place = [this.context.getItemIndex(), index, request];
		const key = createHash('sha256').update(JSON.stringify(place)).digest('hex');
		this.own.add(key);
		const known = this.kept[key];
		if (isPart(known) && (await this.isStored(known.binary))) return known;
		const part = await make();
		this.kept[key] = part;
		return part;
	}

	/** Forgets, of an item that is done, the files that n8n holds in memory. */
	done(): void {
		for (const key of this.own) {
			const part = this.kept[key];
			if (isPart(part) && part.binary.id === undefined) delete this.kept[key];
		}
	}

	private async isStored({ id }: IBinaryData): Promise<boolean> {
		if (id === undefined) return true;
		try {
			await this.context.helpers.getBinaryMetadata(id);
			return true;
		} catch {
			return false;
		}
	}
}

function isPart(value: unknown): value is Part {
	return isRecord(value) && isRecord(value.binary) && isRecord(value.json);
}
