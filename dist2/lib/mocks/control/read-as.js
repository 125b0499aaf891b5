import { explainIssues } from '../../contract/explain-issues.js';
import { ControlError } from './control-error.js';
/**
 * A value as a schema reads it. Throws `ControlError` 422 that says what is wrong and at which
 * path, `place` being before it, and then `form`: what would be right.
 */
export function readAs(schema, given, form, place = []) {
    const read = schema.safeParse(given);
    if (read.success)
        return read.data;
    const [problem] = explainIssues(read.error.issues, given, () => 'leave it out');
    throw wrongAt([...place, ...(problem?.path ?? [])], problem?.says ?? 'it can’t be read', form);
}
/** A value that is wrong at a path of what was sent. */
export function wrongAt(path, says, form = '') {
    const where = path.length === 0 ? '' : `At \`${path.join('.')}\`: `;
    const end = says.endsWith('?') ? '' : '.';
    // Where the sentence names the cure, the form would only bury it.
    const known = /did you mean|it stands under/.test(says) ? '' : ` ${form}`;
    return new ControlError(422, `${where}${says}${end}${known}`.trimEnd());
}
