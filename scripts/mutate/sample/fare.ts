/** A sample for the test of the mutants: one rule whose test holds it, one whose test does not. */
export const isAdult = (age: number): boolean => age >= 18

export function fareCents(age: number): number {
  if (age > 65) return 0
  return isAdult(age) ? 500 : 250
}
