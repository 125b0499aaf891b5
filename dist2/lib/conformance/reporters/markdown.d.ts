import type { Report } from '../report.ts';
import type { Standing } from '../standing.ts';
/** The report as Markdown, fit for a pull request or the summary of a workflow's step. */
export declare function toMarkdown(report: Report, strict?: boolean, standing?: Standing): string;
