import { mutationSuite } from './suite';

mutationSuite('images');
