import { driftSuite } from './suite';

driftSuite(3, 4);
