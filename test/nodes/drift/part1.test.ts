import { driftSuite } from './suite';

driftSuite(0, 4);
