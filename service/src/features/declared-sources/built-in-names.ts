/** The sources that come with the service. A declared one of the same name would pass for it. */
export const builtInNames: ReadonlySet<string> = new Set([
  'bureau',
  'receita',
  'pgfn',
  'cgu',
  'consultations',
  'listings',
  'sandbox',
])
