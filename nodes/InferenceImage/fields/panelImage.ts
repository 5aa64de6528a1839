import type { FileInput } from '../../../lib/run/operation';
import type { BeforeSend } from '../../../lib/wire/send';
import { inputImageFields } from '../../common/fields/inputFileFields';
import { checkPanelImage } from '../imageRequest';

/** The picture that an operation works on. */
export const imageFileInput = (add: BeforeSend): FileInput => ({
	fields: inputImageFields('e.g. https://example.com/picture.png'),
	check: checkPanelImage,
	add,
});
