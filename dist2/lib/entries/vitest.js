export { useFake, } from '../testing/vitest/use-fake.js';
