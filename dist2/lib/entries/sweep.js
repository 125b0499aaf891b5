export { sweep } from '../mocks/sweep/sweep.js';
export { SweepError } from '../mocks/sweep/sweep-error.js';
