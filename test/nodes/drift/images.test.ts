import { driftSuite } from './suite';

driftSuite('images');
