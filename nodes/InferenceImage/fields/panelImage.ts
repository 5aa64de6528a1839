import type { FileInput } from '../../../lib/run/operation';
import type { BeforeSend } from '../../../lib/wire/send';
import { inputImage } from '../../common/fields/inputFile';
import { checkPanelImage } from '../imageRequest';

/** The picture that an operation works on. */
export const panelImage = (add: BeforeSend): FileInput => ({
	fields: inputImage('e.g. https://example.com/picture.png'),
	check: checkPanelImage,
	add,
});
