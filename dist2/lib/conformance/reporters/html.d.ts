import type { Report } from '../report.ts';
import type { Standing } from '../standing.ts';
/** The report as one HTML page that needs nothing else, and loads nothing from anywhere. */
export declare function toHtml(report: Report, strict?: boolean, standing?: Standing): string;
/**
 * The Content-Security-Policy of the page: our own style and script by their hashes, so that nothing
 * that a target said could ever run.
 */
export declare const reportPolicy: string;
