/** A function of an object that works once for each: what it makes belongs to the object, and goes with it. */
export function memoize<K extends WeakKey, V extends {}>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, V>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const value = make(of);
    made.set(of, value);
    return value;
  };
}
