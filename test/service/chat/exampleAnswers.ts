/**
 * Written by hand, as no model runs: the answers that the first examples and their pictures show. Every other prompt is
 * repeated.
 */
export const EXAMPLE_ANSWERS: Record<string, string> = {
	'Which three cheeses go well with pears?':
		'Three cheeses that go well with pears: Gorgonzola, whose salt lifts the fruit; aged Comté, which is nutty and firm; and fresh goat cheese, which keeps it light.',
	'Describe a lighthouse at dawn in one sentence.':
		'A white lighthouse stands on dark rocks by the calm sea while the sky behind it turns pink.',
};
