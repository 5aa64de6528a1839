import { playChats } from './chats';
import { play } from './run';

/** A part of what `npm run proof -- enclave` plays. */
const MUTATIONS = 40;
const CHATS = 40;

test('no changed byte of recorded evidence is accepted unless it is framing', async () => {
	const outcome = await play(MUTATIONS, 7, 20);
	expect(outcome).toMatchObject({ mutations: MUTATIONS, wrong: [], oracleRefuses: [] });
	expect(outcome.refused + outcome.acceptedFraming).toBe(MUTATIONS);
});

test('charges each of many chats once under faults, none of them in plain text', async () => {
	const { answered, faults, ...counts } = await playChats(CHATS, 5);
	expect(counts).toMatchObject({ chats: CHATS, chargedTwice: 0, inPlain: 0, wrong: [] });
	expect(Math.min(answered, faults)).toBeGreaterThan(4);
});
