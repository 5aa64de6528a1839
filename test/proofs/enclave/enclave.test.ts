import { playChats } from './chats';
import { play } from './run';

test('no changed byte of recorded evidence is accepted unless it is framing', async () => {
	const outcome = await play(300, 7, 20);
	expect(outcome).toMatchObject({ mutations: 300, wrong: [], oracleRefuses: [] });
	expect(outcome.refused + outcome.acceptedFraming).toBe(300);
});

test('charges each of many chats once under faults, none of them in plain text', async () => {
	const { answered, faults, ...counts } = await playChats(60, 5);
	expect(counts).toMatchObject({ chats: 60, chargedTwice: 0, inPlain: 0, wrong: [] });
	expect(Math.min(answered, faults)).toBeGreaterThan(4);
});
