export const isoMoment = (canonical) => canonical;
export const epochMoment = (canonical) => Date.parse(canonical);
export function createRunPayloads({ moment, startsTwice }) {
    return ({ event, data, at }) => {
        if (event === 'end')
            return [data];
        const ts = moment(at);
        if (event !== 'run_started' || !startsTwice)
            return [{ ...data, ts }];
        const { status, ...what } = data;
        return [
            { run_id: data.run_id, status },
            { ...what, ts },
        ];
    };
}
