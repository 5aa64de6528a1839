import { mutationSuite } from './suite';

mutationSuite(3, 4);
