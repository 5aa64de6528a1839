import { play } from './run';

test('no changed byte of recorded evidence is accepted unless it is framing', async () => {
	const outcome = await play(300, 7, 1);
	expect(outcome).toMatchObject({ mutations: 300, wrong: [], oracleRefuses: [] });
	expect(outcome.refused + outcome.acceptedFraming).toBe(300);
});
