import { isRecord, type Json } from '../core/record';
import { wireText } from '../core/wireText';
import { JsonEnd } from './jsonEnd';
import { isBlank, readArguments } from './readArguments';
import { joinRecords, type FollowMode } from './joinFields';

interface AssembledCall {
	index: unknown;
	id: string;
	name: string;
	args: string;
	rest: Json;
	/** Which list it came in. */
	list: number;
	/** Where its arguments end. */
	end: JsonEnd;
	/** Whether its arguments are no object, whatever follows. */
	isNoObject: boolean;
}

type CallDelta = Omit<AssembledCall, 'list' | 'end' | 'isNoObject'>;

/**
 * The calls of one message, put together from their deltas. Indexes may all be equal, IDs may come late, change or be missing
 * (docs/maintainers/service.md#chat), so that neither alone says which call a delta goes on with.
 */
export class ToolCallAssembler {
	private calls: AssembledCall[] = [];

	/** What is no call, as it came. */
	private readonly malformedEntries: unknown[] = [];

	private listCount = 0;

	/** The latest call of an index, of an ID and of both. */
	private latestCallByKey = new Map<string, AssembledCall>();

	get isEmpty(): boolean {
		return this.calls.length + this.malformedEntries.length === 0;
	}

	/** Adds a list of deltas, or of all calls so far. */
	addList(list: unknown[], within: Exclude<FollowMode, 'facts'>): void {
		this.listCount++;
		const entries = list.map(nestedCall);
		const deltas = entries.filter(isCallDelta).map(callDeltaOf);
		if (within !== 'delta' && this.isContainedIn(deltas, within === 'whole')) {
			this.calls = [];
			this.latestCallByKey = new Map();
		}
		for (const delta of deltas) this.joinDelta(delta);
		this.malformedEntries.push(...entries.filter((entry) => entry !== null && !isCallDelta(entry)));
	}

	/** The calls in the form of those of an unstreamed answer. */
	toCalls(): unknown[] {
		return [...this.calls.map(toFinishedCall), ...this.malformedEntries];
	}

	private joinDelta(delta: CallDelta): void {
		const call = this.callContinuedBy(delta);
		if (call === undefined || this.beginsOtherCall(delta, call)) {
			const opened = { ...delta, list: this.listCount, end: new JsonEnd(), isNoObject: false };
			opened.end.skip(delta.args);
			this.calls.push(opened);
			this.rememberCall(opened);
			return;
		}
		if (this.isResent(delta, call)) return;
		if (call.id === '' && delta.id !== '') {
			call.id = delta.id;
			this.rememberCall(call);
		}
		// A name in pieces makes one that is offered; two names make none, and are refused.
		if (delta.name !== call.name) call.name += delta.name;
		// Some servers send the whole arguments again once they are complete.
		if (call.args !== '' && delta.args === call.args && hasWholeArguments(call)) return;
		// Some models send {} ahead of the arguments.
		const isPlaceholder =
			call.args.length < 20 && call.args.trim() === '{}' && delta.args.trimStart().startsWith('{');
		call.end.skip(delta.args);
		call.args = isPlaceholder ? delta.args : call.args + delta.args;
		call.isNoObject &&= !isPlaceholder;
		call.rest = joinRecords(call.rest, delta.rest, { name: '', within: 'delta' });
	}

	/** The call that a delta may go on with: by its ID at that index, then index, then ID, then order. */
	private callContinuedBy({ index, id, name }: CallDelta): AssembledCall | undefined {
		const [ofBoth, ofIndex, ofId] = lookUpKeysOf({ index, id }).map((key) =>
			this.latestCallByKey.get(key),
		);
		const found = (index === undefined ? ofId : ofBoth) ?? ofIndex ?? ofId;
		if (found !== undefined) return found;
		return name !== '' && index !== undefined ? undefined : this.calls.at(-1);
	}

	private rememberCall(call: AssembledCall): void {
		for (const key of lookUpKeysOf(call)) this.latestCallByKey.set(key, call);
		// What stands for no index and for no ID finds nothing.
		this.latestCallByKey.delete('');
	}

	private beginsOtherCall(delta: CallDelta, call: AssembledCall): boolean {
		if (delta.name === '' || call.name === '' || this.isResent(delta, call)) return false;
		if (hasWholeArguments(call)) return true;
		const isOtherId = delta.id !== '' && call.id !== '' && delta.id !== call.id;
		// Some models write a new ID into each piece of the same arguments.
		const restarts = call.args !== '' && delta.args.trimStart().startsWith('{');
		if (delta.name === call.name) return isOtherId && restarts;
		return isOtherId || (delta.index !== undefined && delta.index !== call.index);
	}

	/** Whether a call is sent again; two of one list without an ID are two. */
	private isResent({ id, name, args }: CallDelta, call: AssembledCall): boolean {
		const isSame = name !== '' && id === call.id && name === call.name && args === call.args;
		if (!isSame || isBlank(args) || readArguments(args) === undefined) return false;
		return id !== '' || call.list !== this.listCount;
	}

	/** Whether a list begins with all calls so far; in a whole message they may have other IDs. */
	private isContainedIn(deltas: CallDelta[], isWhole: boolean): boolean {
		if (this.calls.length === 0 || deltas.length < this.calls.length) return false;
		return this.calls.every(({ id, name, args }, place) => {
			const delta = deltas[place];
			const isSame = delta?.name === name && delta.args.startsWith(args);
			return isSame && (isWhole || delta.id === id);
		});
	}
}

/** Whether the arguments of a call are an object. To parse them with each delta takes the square of their length: only what is closed can be one, and what is closed and none never becomes one. */
function hasWholeArguments(call: AssembledCall): boolean {
	if (call.isNoObject || !call.end.isClosed || isBlank(call.args)) return false;
	call.isNoObject = readArguments(call.args) === undefined;
	return !call.isNoObject;
}

/** A call in the form of those of an unstreamed answer; one of another kind than a function stays as it came. */
function toFinishedCall({ id, name, args, rest }: AssembledCall): Json {
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
function lookUpKeysOf({ index, id }: Pick<AssembledCall, 'index' | 'id'>): string[] {
	const ofIndex = index === undefined ? '' : `index ${JSON.stringify(index)}`;
	const ofId = id === '' ? '' : `id ${id}`;
	return [ofIndex !== '' && ofId !== '' ? `${ofIndex} ${ofId}` : '', ofIndex, ofId];
}

/** A call with the object around its name and arguments, which some gateways leave out. */
function nestedCall(entry: unknown): unknown {
	if (!isRecord(entry) || isRecord(entry.function)) return entry;
	const { name, arguments: args, ...rest } = entry;
	const isFlat = (entry.type ?? 'function') === 'function' && (name ?? args) !== undefined;
	return isFlat ? { ...rest, function: { name, arguments: args } } : entry;
}

function isCallDelta(entry: unknown): entry is Json {
	if (!isRecord(entry)) return false;
	const { id, index, function: called } = entry;
	return isRecord(called) || typeof id === 'string' || typeof index === 'number';
}

function callDeltaOf({ index, id, function: called, type, ...rest }: Json): CallDelta {
	const { name, arguments: args, ...more } = isRecord(called) ? called : {};
	const others = Object.keys(more).length === 0 ? {} : { function: more };
	return {
		index: index ?? undefined,
		id: wireText(id),
		name: wireText(name),
		args: wireText(args),
		rest: { ...rest, ...others, ...(typeof type === 'string' && type !== '' ? { type } : {}) },
	};
}
