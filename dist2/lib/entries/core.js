export { createCore } from '../mocks/core.js';
