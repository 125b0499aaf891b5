import { readAs } from './read-as.js';
import { unknownName } from './stock.js';
/** A record that is what a world stores of its kind. Throws `ControlError` with the path of what is wrong. */
export async function checkRecord(kind, record) {
    const schema = await schemaOf(kind);
    const known = 'shape' in schema ? Object.keys(schema.shape) : undefined;
    for (const field of Object.keys(record))
        if (known?.includes(field) === false)
            throw unknownName(`field of ${kind}`, field, known);
    readAs(schema, record, `Nothing of the ${kind} was changed.`);
    return record;
}
/** What the records of a kind are, as a fixture has them. */
async function schemaOf(kind) {
    // The schemas of all records take longer to load than most calls.
    const { fixture, storedSettings } = await import('./forms.js');
    if (kind === 'settings')
        return storedSettings;
    const { [kind]: list } = fixture.shape;
    const { element } = list.def.type === 'optional' ? list.def.innerType.def : list.def;
    return element;
}
