/** The streams of all worlds of a fake that someone reads, and how many there may be. */
export class Streams {
  readonly most: number
  open = 0

  constructor(most: number) {
    this.most = most
  }
}
