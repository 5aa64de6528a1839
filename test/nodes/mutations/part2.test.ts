import { mutationSuite } from './suite';

mutationSuite(1, 4);
