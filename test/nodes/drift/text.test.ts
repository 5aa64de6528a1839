import { driftSuite } from './suite';

driftSuite('text');
