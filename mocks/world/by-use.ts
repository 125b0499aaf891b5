/** Values by name; `set` puts one at the end, as that which was used last. */
export class ByUse<Value> extends Map<string, Value> {
  #last: string | undefined

  override set(name: string, value: Value): this {
    // To take it out and put it in again would cost each of many calls to the same.
    if (name !== this.#last) super.delete(name)
    this.#last = name
    return super.set(name, value)
  }
}
