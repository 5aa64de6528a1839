import { mutationSuite } from './suite';

mutationSuite(0, 4);
