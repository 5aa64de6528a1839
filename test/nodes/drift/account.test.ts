import { driftSuite } from './suite';

driftSuite('account');
