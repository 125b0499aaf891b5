import { type ControlRoutes } from './control-visit.ts';
export declare const coverageRoutes: ControlRoutes;
