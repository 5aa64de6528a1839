import { isRecord, type Json } from '../core/record';
import { wireText } from '../core/wireText';
import { readArguments } from './arguments';
import { record, type Follow } from './joinFields';

interface Call {
	index: unknown;
	id: string;
	name: string;
	args: string;
	rest: Json;
	/** Which list it came in. */
	list: number;
}

/** A delta of a call. */
type Delta = Omit<Call, 'list'>;

/**
 * The calls of one message, put together from their deltas. Indexes may all be equal, IDs may come late, change or be missing
 * (docs/maintainers/service.md#chat), so that neither alone says which call a delta goes on with.
 */
export class ToolCalls {
	private calls: Call[] = [];

	/** What is no call, as it came. */
	private readonly others: unknown[] = [];

	private lists = 0;

	/** The latest call of an index, of an ID and of both. */
	private latest = new Map<string, Call>();

	get isEmpty(): boolean {
		return this.calls.length + this.others.length === 0;
	}

	/** Adds a list of deltas, or of all calls so far. */
	add(list: unknown[], within: Exclude<Follow, 'facts'>): void {
		this.lists++;
		const deltas = list.filter(isDelta).map(deltaOf);
		if (within !== 'delta' && this.isRepeatedBy(deltas, within === 'whole')) {
			this.calls = [];
			this.latest = new Map();
		}
		for (const delta of deltas) this.join(delta);
		this.others.push(...list.filter((entry) => entry !== null && !isDelta(entry)));
	}

	/** The calls in the form of those of an unstreamed answer. */
	whole(): unknown[] {
		return [...this.calls.map(wholeCall), ...this.others];
	}

	private join(delta: Delta): void {
		const call = this.callOf(delta);
		if (call === undefined || this.opens(delta, call)) {
			const opened = { ...delta, list: this.lists };
			this.calls.push(opened);
			this.note(opened);
			return;
		}
		if (this.isRepeated(delta, call)) return;
		if (call.id === '' && delta.id !== '') {
			call.id = delta.id;
			this.note(call);
		}
		// A name in pieces makes one that is offered; two names make none, and are refused.
		if (delta.name !== call.name) call.name += delta.name;
		// Some models send {} ahead of the arguments.
		const isPlaceholder = call.args.trim() === '{}' && delta.args.trimStart().startsWith('{');
		call.args = isPlaceholder ? delta.args : call.args + delta.args;
		call.rest = record(call.rest, delta.rest, { name: '', within: 'delta' });
	}

	/** The call that a delta may go on with: by its ID at that index, then index, then ID, then order. */
	private callOf({ index, id, name }: Delta): Call | undefined {
		const [ofBoth, ofIndex, ofId] = keysOf({ index, id }).map((key) => this.latest.get(key));
		const found = (index === undefined ? ofId : ofBoth) ?? ofIndex ?? ofId;
		if (found !== undefined) return found;
		return name !== '' && index !== undefined ? undefined : this.calls.at(-1);
	}

	private note(call: Call): void {
		for (const key of keysOf(call)) this.latest.set(key, call);
		// What stands for no index and for no ID finds nothing.
		this.latest.delete('');
	}

	/** Whether a delta begins another call than the one that it may go on with. */
	private opens(delta: Delta, call: Call): boolean {
		if (delta.name === '' || call.name === '' || this.isRepeated(delta, call)) return false;
		if (isRecord(readArguments(call.args))) return true;
		const isOtherId = delta.id !== '' && call.id !== '' && delta.id !== call.id;
		// Some models write a new ID into each piece of the same arguments.
		const restarts = call.args !== '' && delta.args.trimStart().startsWith('{');
		if (delta.name === call.name) return isOtherId && restarts;
		return isOtherId || (delta.index !== undefined && delta.index !== call.index);
	}

	/** Whether a call is sent again; two of one list without an ID are two. */
	private isRepeated({ id, name, args }: Delta, call: Call): boolean {
		const isSame = name !== '' && id === call.id && name === call.name && args === call.args;
		if (!isSame || !isRecord(readArguments(args))) return false;
		return id !== '' || call.list !== this.lists;
	}

	/** Whether a list begins with all calls so far; in a whole message they may have other IDs. */
	private isRepeatedBy(deltas: Delta[], isWhole: boolean): boolean {
		if (this.calls.length === 0 || deltas.length < this.calls.length) return false;
		return this.calls.every(({ id, name, args }, place) => {
			const delta = deltas[place];
			const isSame = delta?.name === name && delta.args.startsWith(args);
			return isSame && (isWhole || delta.id === id);
		});
	}
}

/** A call in the form of those of an unstreamed answer; one of another kind than a function stays as it came. */
function wholeCall({ id, name, args, rest }: Call): Json {
	const call = { ...(id === '' ? {} : { id }), type: 'function', ...rest };
	if (call.type !== 'function' && name === '' && args === '') return call;
	return {
		...call,
		function: {
			...(isRecord(rest.function) ? rest.function : {}),
			// Some models write a mark of their own format after the name.
			...{ name: name.replace(/<\|.*$/s, ''), arguments: args },
		},
	};
}

/** Names for a call by index and ID, by index, and by ID; empty where it has none. */
function keysOf({ index, id }: Pick<Call, 'index' | 'id'>): string[] {
	const ofIndex = index === undefined ? '' : `index ${JSON.stringify(index)}`;
	const ofId = id === '' ? '' : `id ${id}`;
	return [ofIndex !== '' && ofId !== '' ? `${ofIndex} ${ofId}` : '', ofIndex, ofId];
}

/** Whether a part of a list of calls is a piece of one. */
function isDelta(entry: unknown): entry is Json {
	if (!isRecord(entry)) return false;
	const { id, index, function: called } = entry;
	return isRecord(called) || typeof id === 'string' || typeof index === 'number';
}

function deltaOf({ index, id, function: called, type, ...rest }: Json): Delta {
	const { name, arguments: args, ...more } = isRecord(called) ? called : {};
	const others = Object.keys(more).length === 0 ? {} : { function: more };
	return {
		...{ index: index ?? undefined, id: wireText(id), name: wireText(name), args: wireText(args) },
		rest: { ...rest, ...others, ...(typeof type === 'string' && type !== '' ? { type } : {}) },
	};
}
