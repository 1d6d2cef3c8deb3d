/**
 * The codes of a catalogue in the order in which it has them, with the types of their names. An object puts keys such
 * as 10 before those such as 01, wherever they were written: codes of figures are put back in theirs.
 */
export function codesOf<Codes extends object>(codes: Codes): Extract<keyof Codes, string>[] {
  const names = Object.keys(codes) as Extract<keyof Codes, string>[]
  return names.every((name) => /^\d+$/.test(name)) ? names.sort() : names
}
