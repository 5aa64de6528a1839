import { mutationSuite } from './suite';

mutationSuite('text');
