/** The postcodes of each state, by their first five digits, as the post gave them out. */
const ranges: Readonly<Record<string, readonly (readonly [from: number, until: number])[]>> = {
  SP: [[1000, 19999]],
  RJ: [[20000, 28999]],
  ES: [[29000, 29999]],
  MG: [[30000, 39999]],
  BA: [[40000, 48999]],
  SE: [[49000, 49999]],
  PE: [[50000, 56999]],
  AL: [[57000, 57999]],
  PB: [[58000, 58999]],
  RN: [[59000, 59999]],
  CE: [[60000, 63999]],
  PI: [[64000, 64999]],
  MA: [[65000, 65999]],
  PA: [[66000, 68899]],
  AP: [[68900, 68999]],
  AM: [
    [69000, 69299],
    [69400, 69899],
  ],
  RR: [[69300, 69399]],
  AC: [[69900, 69999]],
  DF: [
    [70000, 72799],
    [73000, 73699],
  ],
  GO: [
    [72800, 72999],
    [73700, 76799],
  ],
  RO: [[76800, 76999]],
  TO: [[77000, 77999]],
  MT: [[78000, 78899]],
  MS: [[79000, 79999]],
  PR: [[80000, 87999]],
  SC: [[88000, 89999]],
  RS: [[90000, 99999]],
}

/** Whether a postcode is of a state. A state that does not exist has none. */
export function postcodeFits({ zipCode, state }: { zipCode: string; state: string }): boolean {
  const district = Number(zipCode.slice(0, 5))
  const own = Object.hasOwn(ranges, state) ? (ranges[state] ?? []) : []
  return own.some(([from, until]) => district >= from && district <= until)
}
