import { mutationSuite } from './suite';

mutationSuite('account');
