import { driftSuite } from './suite';

driftSuite(1, 4);
