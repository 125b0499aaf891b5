/** A world that can't be made or used as asked: says what is wrong, and what would be right. */
export class WorldError extends Error {
  override readonly name = 'WorldError'
  readonly problem: 'name' | 'taken' | 'missing' | 'full' | 'unkept'

  constructor(problem: WorldError['problem'], message: string) {
    super(message)
    this.problem = problem
  }
}
