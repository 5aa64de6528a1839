import { CHARACTERS } from '../characters/seeded';
import { refuse } from '../errors';
import type { Switches } from '../schemas/switches';

export function requireCharacter({ characterSlug }: Switches): void {
	if (characterSlug === undefined) return;
	if (CHARACTERS.some(({ character }) => character.slug === characterSlug)) return;
	throw refuse(404, `There is no character ${characterSlug}`, 'CHARACTER_NOT_FOUND');
}
