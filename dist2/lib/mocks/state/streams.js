/** The streams of all worlds of a fake that someone reads, and how many there may be. */
export class Streams {
    most;
    open = 0;
    constructor(most) {
        this.most = most;
    }
}
