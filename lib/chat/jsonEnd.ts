/** Finds where a value of JSON that comes in pieces ends, without reading any piece again: where its brackets close, outside of its strings. */
export class JsonEnd {
	private depth = 0;

	private isInString = false;

	private isEscaped = false;

	/** Whether all that was opened is closed again. */
	get isClosed(): boolean {
		return this.depth === 0 && !this.isInString;
	}

	/** Takes a piece in which values may end and others begin. */
	skip(piece: string): void {
		for (let rest = piece; rest !== '';) rest = rest.slice(this.next(rest));
	}

	/** The position behind the bracket that closes the value; that of the end of the piece where it goes on. */
	next(piece: string): number {
		for (let at = 0; at < piece.length; at++) {
			const sign = piece.charCodeAt(at);
			if (this.isInString) {
				if (this.isEscaped) this.isEscaped = false;
				else if (sign === 92) this.isEscaped = true;
				else if (sign === 34) this.isInString = false;
			} else if (sign === 34) this.isInString = true;
			else if (sign === 123 || sign === 91) this.depth++;
			else if ((sign === 125 || sign === 93) && --this.depth <= 0) {
				this.depth = 0;
				return at + 1;
			}
		}
		return piece.length;
	}
}
