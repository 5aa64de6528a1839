import { readFileSync } from 'node:fs';

import { ROOTS } from '../../lib/privacy/enclave/question';
import { TEST_ROOTS } from '../service/enclave/roots';

test('what ships trusts the roots of Intel and NVIDIA, and no other', () => {
	const code = readFileSync('dist/bundle.js', 'utf8');
	for (const root of Object.values(ROOTS)) expect(code.split(root)).toHaveLength(2);
	for (const root of Object.values(TEST_ROOTS)) expect(code).not.toContain(root);
	expect(code.match(/intel: "[0-9a-f]{64}"/g)).toHaveLength(1);
});
