import type { Exchange } from './exchange.ts';
import type { Mask } from './mask.ts';
import { Finding } from './outcomes.ts';
import type { Evidence } from './report.ts';
/** The exchanges behind what a check threw, fit to be shown to anyone. */
export declare function evidenceOf(outcome: unknown, mask: Mask): readonly Evidence[];
/** The findings inside what a check threw, also those that made its set-up fail. */
export declare function findingsOf(outcome: unknown): readonly Finding[];
/** A shell command that repeats an exchange. */
export declare function curl({ ask, url, events }: Exchange, mask: Mask): string;
/** The beginning of a text that is too long to be shown whole. */
export declare const excerpt: (text: string, most?: number) => string;
