import type { Report } from '../report.ts';
import type { Standing } from '../standing.ts';
/**
 * The report as workflow commands of GitHub Actions, which shows them beside a run: an error for
 * each cause, as only the first ten of a step are shown, a warning for each warning, and the sum.
 */
export declare function toAnnotations(report: Report, strict?: boolean, standing?: Standing): string;
