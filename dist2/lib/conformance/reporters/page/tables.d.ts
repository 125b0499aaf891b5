import type { Report } from '../../report.ts';
import type { Markup } from './markup.ts';
/** Who called which operation, and what was answered: refusals show at a glance. */
export declare function matrixSection({ calls }: Report): readonly Markup[];
/** Which operations took longest. */
export declare function timingSection({ calls }: Report): readonly Markup[];
