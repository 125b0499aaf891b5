import type { Report } from '../../report.ts';
import type { Markup } from './markup.ts';
/** What is to be repaired: the causes, with the checks that each of them makes fail. */
export declare function causesSection({ results }: Report): readonly Markup[];
/** Why checks came to no verdict, mostly with the flag that would enable them. */
export declare function undecidedSection(report: Report): readonly Markup[];
/** Every check with its evidence, what needs attention first, and the form that filters them. */
export declare function checksSection({ results, summary }: Report): Markup;
