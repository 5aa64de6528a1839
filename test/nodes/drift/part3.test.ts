import { driftSuite } from './suite';

driftSuite(2, 4);
