import { mutationSuite } from './suite';

mutationSuite(2, 4);
