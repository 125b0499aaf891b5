import { type Fake } from '../fake.ts';
import type { FakeOptions } from '../fake-options.ts';
/** A way to make fakes that are alike: all of them begin at the same moment. */
export declare function freshFakes(given: FakeOptions | (() => Fake)): () => Fake;
