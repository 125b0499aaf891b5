export { ControlError } from '../mocks/control/control-error.js';
export { createFake } from '../mocks/fake.js';
export { documented } from '../contract/picks.js';
export { ProfileError, readProfile } from '../contract/profile.js';
