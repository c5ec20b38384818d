const WORDS = 5;

/**
 * The fills of one command, written over by the next: columns in one array instead of objects, so that
 * matching makes no garbage.
 */
export class FillLog {
  count = 0;
  #words = new Int32Array(256 * WORDS);

  add(tick: number, quantity: number, account: number, tag: number, remaining: number): void {
    const at = this.count * WORDS;
    if (at === this.#words.length) this.#grow();
    const words = this.#words;
    words[at] = tick;
    words[at + 1] = quantity;
    words[at + 2] = account;
    words[at + 3] = tag;
    words[at + 4] = remaining;
    this.count++;
  }

  tick(fill: number): number {
    return this.#words[fill * WORDS]!;
  }

  quantity(fill: number): number {
    return this.#words[fill * WORDS + 1]!;
  }

  /** Account of the resting order. */
  account(fill: number): number {
    return this.#words[fill * WORDS + 2]!;
  }

  /** What its owner gave the resting order to know it by. */
  tag(fill: number): number {
    return this.#words[fill * WORDS + 3]!;
  }

  /** What is still open of the resting order. */
  remaining(fill: number): number {
    return this.#words[fill * WORDS + 4]!;
  }

  #grow(): void {
    const grown = new Int32Array(this.#words.length * 2);
    grown.set(this.#words);
    this.#words = grown;
  }
}
