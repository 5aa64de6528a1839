import { refuse } from '../errors';
import type { Switches } from '../schemas/switches';

const KNOWN: readonly string[] = ['harbour-master', 'night-gardener'];

export function requireCharacter({ characterSlug }: Switches): void {
	if (characterSlug === undefined || KNOWN.includes(characterSlug)) return;
	throw refuse(404, `There is no character ${characterSlug}`, 'CHARACTER_NOT_FOUND');
}
