export { conformanceTests } from '../conformance/as-tests.js';
