export { handlers } from '../mocks/adapters/msw.ts';
