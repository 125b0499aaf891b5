import type { Calibration } from './calibration.ts';
/**
 * A calibration as a profile in YAML, for `serve --profile`: each pick that was seen with its
 * evidence, then as comments what conflicts, what is hidden and what stays unknown.
 */
export declare function toProfileYaml({ target, profile, observations }: Calibration): string;
/** A calibration in a few lines for a terminal. */
export declare function toCalibrationText(calibration: Calibration): string;
