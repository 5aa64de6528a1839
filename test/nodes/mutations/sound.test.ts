import { mutationSuite } from './suite';

mutationSuite('sound');
