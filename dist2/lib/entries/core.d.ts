export type { WorldControl } from '../mocks/control/world-control.ts';
export { type Core, createCore } from '../mocks/core.ts';
export type { FakeOptions } from '../mocks/fake-options.ts';
