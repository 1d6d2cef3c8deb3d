/** What a schema says of members and items. */
export type Shape = { readonly properties?: Readonly<Record<string, Shape>>; readonly items?: Shape }

/** Whether nothing in a shape has members. */
export const isLeaf = ({ properties, items }: Shape): boolean =>
  properties === undefined && (items === undefined || isLeaf(items))

/** Whether every name in a shape is a plain word, so that it may become code. */
export const isPlainlyNamed = ({ properties = {}, items }: Shape): boolean =>
  Object.entries(properties).every(([name, shape]) => isPlainName(name) && isPlainlyNamed(shape)) &&
  (items === undefined || isPlainlyNamed(items))

/** A name that every object has, as `constructor` and `toString`, is none, and `__proto__` least of all. */
const isPlainName = (name: string): boolean => /^[A-Za-z]\w*$/.test(name) && !(name in {})
