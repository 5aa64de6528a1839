import { driftSuite } from './suite';

driftSuite('sound');
