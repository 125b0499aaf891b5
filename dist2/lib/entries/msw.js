export { handlers } from '../mocks/adapters/msw.js';
